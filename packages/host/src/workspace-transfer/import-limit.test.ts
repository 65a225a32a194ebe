import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabases, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'
import { notes, startOn } from '../../testing/move/move-lab.ts'
import {
  addWorkspace,
  commandOn,
  newInstance,
  rowsOf,
  withInstance,
  type TransferPlace,
} from '../../testing/workspace-transfer/transfer-commands.ts'
import { newKeyPair, readIdentity } from '../backup/chunks/recipient.ts'
import { exportWorkspaceFile } from '../boot/workspace-commands.ts'
import { hostModels } from '../models/host-models.ts'
import type { ImportLimits } from './import-limit.ts'
import { importWorkspace, type Imported, type ImportOptions } from './import-workspace.ts'

const [sqlite] = testDatabases as readonly [TestDatabaseProduct, TestDatabaseProduct]
const build = {
  version: '1.0.0',
  plugins: [{ name: 'notes', version: '1.0.0', migrations: [] }],
  models: [...hostModels, ...notes.models],
}
/** Tables that the host itself does not write. */
const quiet = ['workspaces', 'users', 'memberships', 'host_data_keys', 'host_blobs', 'notes_notes']

test('§I31 beside a host on SQLite, an import ends before changes of the host fail, and nothing is imported', async () => {
  await using source = await newInstance(sqlite)
  await using target = await newInstance(sqlite)
  await addWorkspace(source, 'tea')
  const { recipient, identity } = await newKeyPair()
  const file = join(source.folder, 'tea.workspace')
  const sealed = { kind: 'recipient', recipient } as const
  await exportWorkspaceFile({ ...commandOn(source), workspace: 'tea', out: file, recipient: sealed, from: undefined })
  const opener = { identity: await readIdentity(identity) }
  const start = (limits: ImportLimits, recorder: ImportOptions['recorder']) =>
    importInto(target, { file, opener, limits, recorder })

  // Its timer ends behind that of the limit, however slow the machine is.
  const slow = { record: () => sleep(200) }
  const host = await startOn(target.url)
  const earlier = await rowsIn(target)
  await assert.rejects(
    start({ usual: 100_000, besideHost: 20 }, slow),
    /The import took too long\. On SQLite, stop the host first/,
  )
  assert.deepEqual(await rowsIn(target), earlier)
  await host.stop()
  const imported = await start({ usual: 100_000, besideHost: 0 }, { record: async () => undefined })
  assert.equal(imported.slug, 'tea')
})

async function rowsIn(place: TransferPlace): Promise<readonly unknown[]> {
  const rows = await rowsOf(place)
  return quiet.map((table) => rows.get(table))
}

type Given = Pick<ImportOptions, 'file' | 'opener' | 'limits' | 'recorder'>

async function importInto(place: TransferPlace, given: Given): Promise<Imported> {
  const { config, clock, signal } = commandOn(place)
  return await withInstance(place, ({ database }) =>
    importWorkspace({ config, clock, signal, build, database, slug: undefined, isClone: false, ...given }),
  )
}
