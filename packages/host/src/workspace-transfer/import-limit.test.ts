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
import type { Database } from '../database/database.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import { hostModels } from '../models/host-models.ts'
import type { ImportLimits } from './import-limit.ts'
import { importWorkspace, type Imported, type ImportOptions } from './import-workspace.ts'

const [sqlite, postgres] = testDatabases as readonly [TestDatabaseProduct, TestDatabaseProduct]
const build = {
  version: '1.0.0',
  plugins: [{ name: 'notes', version: '1.0.0', migrations: [] }],
  models: [...hostModels, ...notes.models],
}
/** Tables that the host itself does not write. */
const quiet = ['workspaces', 'users', 'memberships', 'host_data_keys', 'host_blobs', 'notes_notes']

test('§I31 beside a host on SQLite, an import ends before changes of the host fail, and without one no host starts meanwhile', async () => {
  await using source = await newInstance(sqlite)
  await using target = await newInstance(sqlite)
  const sealed = await exportFrom(source)
  const start = (limits: ImportLimits, recorder: ImportOptions['recorder']) =>
    importInto(target, { ...sealed, limits, recorderOn: () => recorder })

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
  const refused = { message: /Another host is using .* If a workspace is being imported, try again after that/ }
  const record = async (): Promise<void> => await assert.rejects(startOn(target.url), refused)
  const imported = await start({ usual: 100_000, besideHost: 0 }, { record })
  assert.equal(imported.slug, 'tea')
  await (await startOn(target.url)).stop()
})

test('§I31 PostgreSQL does not end an import that reads bytes of its file for long between two rows', async () => {
  await using source = await newInstance(sqlite)
  await using target = await newInstance(postgres)
  const limits: unknown[] = []
  const recorderOn = (database: Database): ImportOptions['recorder'] => ({
    async record() {
      const sql = 'show idle_in_transaction_session_timeout'
      limits.push(...(await new JoiningTransactor(database).run({ sql, parameters: [], writes: false })).rows)
    },
  })
  await importInto(target, { ...(await exportFrom(source)), recorderOn })
  assert.deepEqual(limits[0], { idle_in_transaction_session_timeout: '0' })
})

async function exportFrom(place: TransferPlace): Promise<Pick<ImportOptions, 'file' | 'opener'>> {
  await addWorkspace(place, 'tea')
  const { recipient, identity } = await newKeyPair()
  const file = join(place.folder, 'tea.workspace')
  const sealed = { kind: 'recipient', recipient } as const
  await exportWorkspaceFile({ ...commandOn(place), workspace: 'tea', out: file, recipient: sealed, from: undefined })
  return { file, opener: { identity: await readIdentity(identity) } }
}

async function rowsIn(place: TransferPlace): Promise<readonly unknown[]> {
  const rows = await rowsOf(place)
  return quiet.map((table) => rows.get(table))
}

interface Given extends Pick<ImportOptions, 'file' | 'opener' | 'limits'> {
  recorderOn(database: Database): ImportOptions['recorder']
}

async function importInto(place: TransferPlace, { recorderOn, ...given }: Given): Promise<Imported> {
  const { config, clock, signal } = commandOn(place)
  return await withInstance(place, ({ database }) =>
    importWorkspace({
      config,
      clock,
      signal,
      build,
      database,
      recorder: recorderOn(database),
      slug: undefined,
      isClone: false,
      ...given,
    }),
  )
}
