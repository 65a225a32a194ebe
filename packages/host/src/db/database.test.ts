import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabases } from './testing/test-databases.ts'

const read = (sql: string) => ({ sql, parameters: [], writes: false })
const write = (sql: string) => ({ sql, parameters: [], writes: true })

for (const product of testDatabases) {
  test(`${product.dialect} gives a transaction's callback the only way in`, async () => {
    await using fresh = await product.create()
    const database = await fresh.open()
    await database.run(write('create table t (n bigint)'))
    await database.transaction(async (connection) => {
      await connection.run(write('insert into t values (1)'))
      await assert.rejects(database.run(read('select n from t')), { code: 'outside_transaction' })
    })
    assert.deepEqual((await database.run(read('select n from t'))).rows, [{ n: 1 }])
  })
}
