import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { Database } from '../database/database.ts'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { changesetLab, openChangesetLab } from '../../testing/changesets/changeset-lab.ts'
import { until } from '../../testing/until.ts'

for (const product of testDatabases.filter(({ dialect }) => dialect === 'postgres')) {
  test('a process that stood still finishes the write that it was in, and decides nothing after another one took over', async (t) => {
    const fresh = await product.create()
    t.after(() => fresh[Symbol.asyncDispose]())
    const environment = { HOST_DATABASE_URL: fresh.url, HOST_SECRET_KEY: randomBytes(32).toString('base64') }
    const [stands, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hasWritten = Promise.withResolvers<void>()
    const onPoint = async (point: string): Promise<void> => {
      if (point === 'after two') hasWritten.resolve()
      if (point !== 'before two') return
      stands.resolve()
      await goesOn.promise
    }
    const first = await openChangesetLab(t, { environment, toy: { onPoint } })
    const database = await fresh.open()
    const nodes = await nodeIds(database)
    const planned = await first.plan({ one: 1, two: 2, three: 3 })
    await first.approve(planned)
    await first.toy.service().apply(first.orgId, planned.id)
    await stands.promise
    const second = changesetLab({ ...(await openChangesetLab(t, { environment })), admin: first.admin })
    const { toy, orgId } = second
    const state = async () => (await toy.service().find(orgId, planned.id))?.state
    // Its lease is renewed as long as the process has a thread for it, so it ends again and again.
    await until(async () => {
      await endLeases(database, nodes)
      return (await state()) !== 'applying'
    })
    assert.equal(await state(), 'interrupted')
    assert.deepEqual(await second.states(planned.id), ['one applied', 'two waiting', 'three waiting'])
    goesOn.resolve()
    await hasWritten.promise
    await first.lab.host.stop()
    assert.equal(await state(), 'interrupted')
    assert.deepEqual(await second.values(), { one: 1, two: 2 })
    assert.deepEqual(await second.states(planned.id), ['one applied', 'two waiting', 'three waiting'])
    await toy.service().finish(orgId, planned.id, second.admin.userId)
    assert.equal((await second.ended(planned.id)).state, 'applied')
    assert.deepEqual(await second.values(), { one: 1, two: 2, three: 3 })
  })
}

async function nodeIds(database: Database): Promise<readonly string[]> {
  const { rows } = await database.run({ sql: 'select id from host_nodes', parameters: [], writes: false })
  return rows.map(({ id }) => String(id))
}

async function endLeases(database: Database, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await database.run({ sql: `delete from host_nodes where id = '${id}'`, parameters: [], writes: true })
  }
}
