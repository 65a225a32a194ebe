import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '../database/migrate/migrate.ts'
import type { Statement } from '../database/statement.ts'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { hostModels } from '../models/host-models.ts'
import { Owners } from './owners.ts'

for (const product of testDatabases) {
  test(`${product.dialect}: the owner of a workspace is the one who has been a member for longest, read by an index`, async () => {
    await using fresh = await product.create()
    const database = await fresh.open()
    await migrate(database, [{ name: 'host', models: hostModels }])
    const write = async (sql: string): Promise<void> => void (await database.run({ sql, parameters: [], writes: true }))
    const add = async (id: string, values: string): Promise<void> =>
      await write(`insert into memberships (id, org_id, user_id, role, created_at)
        values ('${id}', ${values}, '2026-01-01T00:00:00.000Z')`)
    await add('mbr_3', `'org_a', 'usr_late', 'owner'`)
    await add('mbr_2', `'org_a', 'usr_first', 'owner'`)
    await add('mbr_1', `'org_a', 'usr_admin', 'admin'`)
    await add('mbr_4', `'org_b', 'usr_first', 'owner'`)
    const ran: Statement[] = []
    const run = async (statement: Statement) => {
      ran.push(statement)
      return await database.run(statement)
    }
    const owners = new Owners({ dialect: database.dialect, run })
    const listed = ['org_a', 'org_b', 'org_gone', 'instance']
    const expected = { org_a: 'usr_first', org_b: 'usr_first', org_gone: 'org_gone', instance: 'instance' }
    assert.deepEqual(Object.fromEntries(await owners.of(listed)), expected)
    await owners.of(listed)
    assert.equal(ran.length, 1, 'owners that are known are not read again')
    await write(`update memberships set role = 'admin' where id = 'mbr_2'`)
    const fresh2 = new Owners(database)
    assert.equal((await fresh2.of(['org_a'])).get('org_a'), 'usr_late', 'a transfer changes it')
    if (product.dialect === 'postgres') await write('set enable_seqscan = off')
    for (const { sql, parameters } of ran) {
      const explain = product.dialect === 'sqlite' ? 'explain query plan' : 'explain'
      const plan = await database.run({ sql: `${explain} ${sql}`, parameters, writes: false })
      const text = plan.rows.map((row) => Object.values(row).join(' ')).join('\n')
      assert.match(text, /memberships\.org_id\.role/, text)
      assert.doesNotMatch(text, /SCAN memberships|Seq Scan on memberships|TEMP B-TREE|Sort/, text)
    }
  })
}
