import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Problem, type Log } from '@host/plugin'
import { sql } from 'kysely'
import { DataAccess } from '../../database/data-access.ts'
import { migrate } from '../../database/migrate/migrate.ts'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { MemoryAttempts } from './memory-attempts.ts'
import { throttleModels } from './models.ts'
import { StoredAttempts } from './stored-attempts.ts'
import { Throttle, type Budget } from './throttle.ts'

const minute = 60_000
const start = 1_800_000_000_000
const budget: Budget = { limit: 5, window: 15 * minute }
const ada = '192.0.2.0/24|ada@example.test'
const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** A throttle with a clock that the test moves. */
interface Lab extends AsyncDisposable {
  readonly throttle: Throttle
  /** Another process on the same database; the same throttle where there is only one. */
  readonly another: Throttle
  move(milliseconds: number): void
}

const labs: readonly (readonly [name: string, open: () => Promise<Lab>])[] = [
  ['memory', inMemory],
  ...testDatabases.map((product) => [product.dialect, () => inDatabase(product)] as const),
]

async function inMemory(): Promise<Lab> {
  let now = start
  const throttle = new Throttle(new MemoryAttempts(budget, () => now))
  const move = (milliseconds: number): void => void (now += milliseconds)
  return { throttle, another: throttle, move, async [Symbol.asyncDispose]() {} }
}

async function inDatabase(product: (typeof testDatabases)[number]): Promise<Lab> {
  const fresh = await product.create()
  const database = await fresh.open()
  const owner = { name: 'host', models: throttleModels }
  await migrate(database, [owner])
  const db = new DataAccess({ database, owners: [owner], onDoor: () => undefined }).forHost(throttleModels)
  let moment = start
  const open = (): Throttle => new Throttle(new StoredAttempts(budget, { db, log: quiet, now: () => sql.lit(moment) }))
  const move = (milliseconds: number): void => void (moment += milliseconds)
  return { throttle: open(), another: open(), move, [Symbol.asyncDispose]: () => fresh[Symbol.asyncDispose]() }
}

async function refusalOf(attempt: Promise<unknown>): Promise<Problem | undefined> {
  try {
    await attempt
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

for (const [name, open] of labs) {
  suite(`a throttle, ${name}`, () => {
    test('§I4 the sixth attempt in 15 minutes is refused until the first is 15 minutes old', async () => {
      await using lab = await open()
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await lab.throttle.begin(ada)
        lab.move(minute)
      }
      const refusal = await refusalOf(lab.another.begin(ada))
      assert.equal(refusal?.code, 'too_many_requests')
      assert.equal(refusal?.options.headers?.['retry-after'], '600')
      lab.move(10 * minute)
      assert.equal(await refusalOf(lab.another.begin(ada)), undefined)
      assert.equal((await refusalOf(lab.throttle.begin(ada)))?.options.headers?.['retry-after'], '60')
    })

    test('§I4 another account, and the same account from another network, have budgets of their own', async () => {
      await using lab = await open()
      for (let attempt = 0; attempt < 5; attempt += 1) await lab.throttle.begin(ada)
      assert.equal(await refusalOf(lab.throttle.begin('192.0.2.0/24|bob@example.test')), undefined)
      assert.equal(await refusalOf(lab.throttle.begin('198.51.100.0/24|ada@example.test')), undefined)
      assert.equal((await refusalOf(lab.throttle.begin(ada)))?.code, 'too_many_requests')
    })

    test('§I4 of a hundred attempts at once, on two processes, five are checked', async () => {
      await using lab = await open()
      const throttles = [lab.throttle, lab.another]
      const attempts = Array.from({ length: 50 }, () => throttles.map((throttle) => throttle.begin(ada))).flat()
      const outcomes = await Promise.allSettled(attempts)
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 5)
    })

    test('success clears earlier failures, and an undone attempt does not count', async () => {
      await using lab = await open()
      for (let attempt = 0; attempt < 5; attempt += 1) await lab.throttle.begin(ada)
      await lab.another.succeed(ada)
      for (let attempt = 0; attempt < 5; attempt += 1) await lab.throttle.begin(ada)
      await lab.another.undo(ada)
      assert.equal(await refusalOf(lab.throttle.begin(ada)), undefined)
      assert.notEqual(await refusalOf(lab.throttle.begin(ada)), undefined)
    })

    test('§I4 clearing expired counts keeps the count of an attempt that began a moment later', async () => {
      await using lab = await open()
      lab.move(minute)
      for (let attempt = 0; attempt < 5; attempt += 1) await lab.throttle.begin(ada)
      lab.move(-minute)
      await lab.another.begin('192.0.2.0/24|grace@example.test')
      // A real wait: expired counts are cleared beside the answer, and nothing announces the end.
      await setTimeout(50)
      lab.move(minute)
      assert.equal((await refusalOf(lab.throttle.begin(ada)))?.code, 'too_many_requests')
    })

    test('of attempts that fail, throw and succeed, only those that fail count', async () => {
      await using lab = await open()
      const away = () => Promise.reject(new Error('away'))
      for (let attempt = 0; attempt < 6; attempt += 1) await assert.rejects(lab.throttle.try(ada, away), /away/)
      for (let attempt = 0; attempt < 4; attempt += 1) {
        assert.equal(await lab.throttle.try(ada, async () => undefined), undefined)
      }
      assert.equal(await lab.another.try(ada, async () => 'known'), 'known')
      for (let attempt = 0; attempt < 5; attempt += 1) await lab.throttle.try(ada, async () => undefined)
      const unasked = () => Promise.reject(new Error('asked'))
      assert.equal((await refusalOf(lab.throttle.try(ada, unasked)))?.code, 'too_many_requests')
    })

    test('a clock that is set back by a year locks no account out', async () => {
      await using lab = await open()
      for (let attempt = 0; attempt < 5; attempt += 1) await lab.throttle.begin(ada)
      lab.move(-365 * 24 * 60 * minute)
      assert.equal(await refusalOf(lab.throttle.begin(ada)), undefined)
    })
  })
}

test('refused attempts evict no other account from memory', async () => {
  const throttle = new Throttle(new MemoryAttempts(budget, () => start))
  for (let attempt = 0; attempt < 5; attempt += 1) await throttle.begin(ada)
  for (let address = 0; address < 50_000; address += 1) {
    const anonymous = `here|${address}@example.test`
    await throttle.begin(anonymous)
    await throttle.undo(anonymous)
  }
  assert.equal((await refusalOf(throttle.begin(ada)))?.code, 'too_many_requests')
})

test('a budget that no row has room for is refused', () => {
  const options = { db: undefined as never, log: quiet, now: () => sql.lit(start) }
  assert.throws(() => new StoredAttempts({ limit: 6, window: minute }, options), /A row holds 5 attempts/)
})
