/**
 * A host as a process of its own. Its parent moves its clock, and chooses the step of a request with a key at which it
 * dies; it ends with its parent.
 */
import { createHost, readConfig } from '@host/host'
import type { Edition } from '@host/cli'
import { ledger } from '../fixtures/ledger.ts'
import { works } from '../fixtures/works.ts'
import type { Told, Telling } from './host-process.ts'

const folder = process.env['SPEC_FOLDER'] ?? ''
/** The plugins of the edition that it has, for a process that is started often; all where left out. */
const only = process.env['SPEC_ONLY']?.split(',')
/** Those that it has not; the ledger gives the tier in place of plans. */
const without = new Set(['plans', ...(process.env['SPEC_WITHOUT']?.split(',') ?? [])])
let told: Told = { clockAhead: 0, machineAhead: 0 }

const MachineDate = Date
globalThis.Date = class extends MachineDate {
  constructor(...given: readonly [] | readonly [value: number | string | Date]) {
    super(given[0] ?? MachineDate.now() + told.machineAhead)
  }
  static override now(): number {
    return MachineDate.now() + told.machineAhead
  }
} as DateConstructor

const tell = (telling: Telling): void => void process.send?.(telling)

/** @param own the plugins of the product that it has, but for those that its environment leaves out */
export async function runHostProcess(own: Edition['inTree']): Promise<void> {
  const host = await createHost({
    plugins: [
      ...own
        .filter(({ plugin }) => (only === undefined || only.includes(plugin.name)) && !without.has(plugin.name))
        .map((entry) => ({ ...entry, version: '1.0.0', outOfTree: false })),
      { plugin: ledger(folder), version: '1.0.0', outOfTree: true },
      ...(process.env['SPEC_WORKS'] === '1' ? [{ plugin: works(folder), version: '1.0.0', outOfTree: true }] : []),
    ],
    config: readConfig(process.env),
    clock: () => Date.now() + told.clockAhead,
    // The signal ends the process before this call returns, so nothing after the step happens.
    onIdempotencyStep: (step) => void (step === told.dieAt && process.kill(process.pid, 'SIGKILL')),
    passwordCost: { memory: 64, passes: 1 },
    // As in an executable: the plugins of the edition were checked when it was built.
    arePluginsChecked: true,
  })

  process.on('message', (message: Partial<Told>) => {
    told = { ...told, ...message }
    tell({ kind: 'done' })
  })
  process.on('disconnect', () => process.exit())
  process.once('SIGTERM', () => void host.stop().finally(() => process.exit()))

  tell({ kind: 'listening', url: await host.listen() })
}
