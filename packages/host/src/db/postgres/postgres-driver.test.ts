import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabases } from '../testing/test-databases.ts'
import { PostgresDriver } from './postgres-driver.ts'

const statement = (sql: string) => ({ sql, parameters: [], writes: true })

for (const product of testDatabases.filter(({ dialect }) => dialect === 'postgres')) {
  test('a commit that the server turned into a rollback is an error', async () => {
    await using fresh = await product.create()
    const driver = await PostgresDriver.open({ url: fresh.url })
    try {
      const transaction = await driver.begin()
      await assert.rejects(transaction.run(statement('select nothing from nowhere')))
      await assert.rejects(transaction.commit(), /rolled back/)
      assert.deepEqual((await driver.run(statement('select 1 as n'))).rows, [{ n: 1 }])
    } finally {
      await driver.close()
    }
  })
}
