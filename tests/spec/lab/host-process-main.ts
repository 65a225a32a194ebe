/** A host as a process of its own, whose clock its parent moves. It ends with its parent. */
import { createHost, readConfig } from '@host/host'
import { inTree } from '../../../apps/server/src/edition.ts'
import { ledger } from '../fixtures/ledger.ts'
import type { Told, Telling } from './host-process.ts'

const folder = process.env['SPEC_FOLDER'] ?? ''
let ahead = 0

const host = await createHost({
  plugins: [
    ...inTree.map((entry) => ({ ...entry, version: '1.0.0', outOfTree: false })),
    { plugin: ledger(folder), version: '1.0.0', outOfTree: true },
  ],
  config: readConfig(process.env),
  clock: () => Date.now() + ahead,
  passwordCost: { memory: 64, passes: 1 },
})

const tell = (telling: Telling): void => void process.send?.(telling)

process.on('message', (told: Told) => {
  ahead = told.clockAhead
  tell({ kind: 'done' })
})
process.on('disconnect', () => process.exit())
process.once('SIGTERM', () => void host.stop().finally(() => process.exit()))

tell({ kind: 'listening', url: await host.listen() })
