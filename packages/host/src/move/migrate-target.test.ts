import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { testDatabases, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'
import { until } from '../../testing/until.ts'
import { analyzeTarget } from './migrate-target.ts'

const [, postgres] = testDatabases as readonly [TestDatabaseProduct, TestDatabaseProduct]

test('a signal ends the counting of values, however long that would take', { timeout: 60_000 }, async (t) => {
  await using target = await postgres.create()
  const client = new pg.Client(target.url)
  await client.connect()
  t.after(() => client.end())
  await client.query('create table tea (id text)')
  await client.query('begin')
  await client.query('lock table tea in share update exclusive mode')
  const ending = new AbortController()
  const counted = analyzeTarget(target.url, ending.signal)
  await until(async () => {
    const { rowCount } = await client.query(`select 1 from pg_locks where relation = 'tea'::regclass and not granted`)
    return rowCount === 1
  })
  ending.abort()
  assert.equal(await counted, undefined)
})
