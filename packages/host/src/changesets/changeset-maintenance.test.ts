import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import { DataAccess } from '../database/data-access.ts'
import { openDatabase } from '../database/open-database.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expirePlans, removeOld } from './changeset-maintenance.ts'
import { ChangesetReader } from './changeset-reader.ts'
import { engineModels, type ChangesetDatabase } from './models.ts'
import { openChangesetLab, type ChangesetLab } from '../../testing/changesets/changeset-lab.ts'
import { toyKind } from '../../testing/changesets/toy-plugin.ts'

const day = 86_400_000

test('plans expire after an hour and are removed after 30 days, applied changesets after two years', async (t) => {
  let now = Date.now()
  const folder = await mkdtemp(join(tmpdir(), 'host-changesets-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const url = join(folder, 'host.db')
  const environment = { HOST_DATABASE_URL: url }
  const lab: ChangesetLab = await openChangesetLab(t, { environment, clock: () => now })
  const applied = await lab.apply(await lab.plan({ one: 1 }))
  const planned = await lab.plan({ two: 2 })
  await lab.lab.host.stop()

  const database = await openDatabase({ url })
  t.after(() => database.close())
  const data = new DataAccess({ database, owners: [{ name: 'host', models: engineModels }], onDoor: () => undefined })
  const db: ChangesetDatabase = data.forHost(engineModels)
  const states = async () => {
    const rows = await db.selectFrom('host_changesets').select(['id', 'state']).orderBy('id').execute()
    return rows.map(({ id, state }) => `${id} ${state}`)
  }
  const clock = (): number => now
  const published: string[] = []
  const recorder: ChangeRecorder = { record: async ({ kind }) => void published.push(kind) }
  const expiry = { db, clock, recorder, reader: new ChangesetReader({ db, clock }) }
  await expirePlans(expiry)
  assert.deepEqual(await states(), [`${applied.id} applied`, `${planned.id} planned`])
  now += 3_600_000
  await expirePlans(expiry)
  assert.deepEqual(await states(), [`${applied.id} applied`, `${planned.id} expired`])
  assert.deepEqual(published, ['changeset.expired'])
  assert.equal(await removeOld({ db, clock }), 0)
  now += 31 * day
  assert.equal(await removeOld({ db, clock }), 1)
  assert.deepEqual(await states(), [`${applied.id} applied`])
  now += 2 * 365 * day
  assert.equal(await removeOld({ db, clock }), 1)
  for (const table of ['host_changesets', 'host_change_parts', 'host_change_steps', 'host_change_journal'] as const) {
    assert.deepEqual(await db.selectFrom(table).select('id').execute(), [])
  }
  const target = await db.selectFrom('host_change_targets').select(['target', 'kind']).executeTakeFirst()
  assert.deepEqual(target, { target: 'a', kind: toyKind.name }, 'the version of a target stays')
})
