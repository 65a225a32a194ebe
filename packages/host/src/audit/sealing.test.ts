import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ExaminedRows } from '../../testing/database/examined-rows.ts'
import { testDatabases } from '../../testing/database/test-databases.ts'
import type { ChainDatabase } from './chain-store.ts'
import { openChainLab } from '../../testing/audit/chain-lab.ts'

const [one, two, instance] = ['org_one', 'org_two', 'instance']

for (const product of testDatabases) {
  suite(`sealing on ${product.dialect}`, () => {
    test('entries get their places in their own workspace, and those of the instance in its own chain', async () => {
      await using lab = await openChainLab(product)
      await lab.write(one, 3)
      await lab.write(two, 2)
      await lab.write(instance, 1)
      await lab.seal()
      const rows = await lab.rows('select org_id, seq from audit_entries order by org_id, seq')
      assert.deepEqual(
        rows.map(({ org_id: orgId, seq }) => `${String(orgId)} ${String(seq)}`),
        ['instance 1', 'org_one 1', 'org_one 2', 'org_one 3', 'org_two 1', 'org_two 2'],
      )
      assert.deepEqual(await lab.verify(), { chains: 3, sealed: 6, unsealed: 0, findings: [] })
    })

    test('a chain continues where it ended, for any clock and any number of entries', async () => {
      await using lab = await openChainLab(product)
      await lab.write(one, 700)
      await lab.seal()
      lab.clock.now -= 400 * 24 * 3_600_000
      await lab.write(one, 600)
      await lab.seal()
      assert.deepEqual(await lab.verify(), { chains: 2, sealed: 1_300, unsealed: 0, findings: [] })
    })

    test('an entry that is committed late is sealed behind those that were quicker', async () => {
      await using lab = await openChainLab(product)
      await lab.write(one, 2)
      await lab.seal()
      await lab.write(one, 1)
      await lab.run(`update audit_unsealed set id = 'aud_0late', at = '2020-01-01T00:00:00.000Z'`)
      await lab.seal()
      const [last] = await lab.rows(`select id from audit_entries where seq = 3`)
      assert.equal(last?.['id'], 'aud_0late')
      assert.deepEqual(await lab.findings(), [])
    })

    test('several processes that seal at once give every entry one place', async () => {
      await using lab = await openChainLab(product)
      const others = [lab.another(), lab.another()]
      for (let round = 0; round < 5; round += 1) {
        await lab.write(one, 40)
        await Promise.all([lab.seal(), ...others.map(({ sealer }) => sealer.round())])
      }
      await lab.seal()
      assert.deepEqual(await lab.verify(), { chains: 2, sealed: 200, unsealed: 0, findings: [] })
    })

    test('several processes that begin chains at once begin each of them once', async () => {
      await using lab = await openChainLab(product)
      const orgIds = Array.from({ length: 12 }, (_, index) => `org_${index}`)
      for (const orgId of orgIds) await lab.write(orgId)
      const others = [lab.another(), lab.another(), lab.another()]
      await Promise.all([lab.seal(), ...others.map(({ sealer }) => sealer.round())])
      await lab.seal()
      assert.deepEqual(await lab.verify(), { chains: 13, sealed: 12, unsealed: 0, findings: [] })
    })

    test('entries left by an ended process are sealed by the next one', async () => {
      await using lab = await openChainLab(product)
      await lab.write(one, 2)
      await lab.write(instance, 1)
      await lab.another().sealer.round()
      assert.deepEqual(await lab.verify(), { chains: 2, sealed: 3, unsealed: 0, findings: [] })
    })

    test('a chain that was altered is not sealed over, and the log says so once', async () => {
      await using lab = await openChainLab(product)
      await lab.write(one, 3)
      await lab.seal()
      await lab.run('delete from audit_entries where seq = 3')
      await lab.run(`update audit_chains set seq = 2 where org_id = :org_id`, { org_id: one })
      await lab.write(one, 2)
      await lab.seal()
      await lab.seal()
      assert.equal((await lab.verify()).unsealed, 2)
      assert.equal(lab.logged.filter((line) => line.includes('altered from outside')).length, 1)
    })
  })
}

test('the sealer examines one entry to find the next workspace with entries that wait, however many wait', async () => {
  const [sqlite] = testDatabases
  assert.ok(sqlite)
  await using lab = await openChainLab(sqlite)
  using examined = new ExaminedRows(lab.url)
  for (const orgId of [one, two]) await lab.write(orgId, 20)
  const looks: number[] = []
  const { database } = lab
  const watched: ChainDatabase = {
    dialect: database.dialect,
    batch: (statements) => database.batch(statements),
    run: (statement) => {
      const isLook = statement.sql.startsWith('select org_id from audit_unsealed')
      if (isLook) looks.push(examined.of(statement).get('audit_unsealed') ?? 0)
      return database.run(statement)
    },
  }
  await lab.another(watched).sealer.round()
  assert.deepEqual(looks, [1, 1, 0])
  assert.equal((await lab.verify()).unsealed, 0)
})
