import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Log } from '@host/plugin'
import fc from 'fast-check'
import { sql } from 'kysely'
import { DataAccess } from '../../database/data-access.ts'
import { migrate } from '../../database/migrate/migrate.ts'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { MemoryCounter } from './memory-counter.ts'
import { rateLimitModels } from './models.ts'
import { pluginRateLimit } from './plugin-rate-limit.ts'
import { ratePolicy } from '../../request/rate-policy.ts'
import { RateWindowStore } from './rate-window-store.ts'
import { SharedCounter } from './shared-counter.ts'
import { SummedCounter } from './summed-counter.ts'
import { tooMany } from './too-many.ts'
import { CallerMemory } from '../../request/caller-memory.ts'
import { WindowTable } from './window-table.ts'

const minute = 60_000
const policy = ratePolicy('test', 10, minute)

function table(clock: () => number, capacity?: number) {
  const evicted: number[] = []
  const windows = new WindowTable({
    clock,
    onEvicted: (count) => void evicted.push(count),
    ...(capacity && { capacity }),
  })
  return { windows, evicted }
}

suite('counting in memory', () => {
  test('in any sequence, a window allows exactly its limit, and the next window is complete', () => {
    const step = fc.record({ wait: fc.integer({ min: 0, max: 50_000 }), key: fc.constantFrom('a', 'b', 'c') })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.array(step, { maxLength: 200 }), (limit, steps) => {
        let now = 0
        const counter = new MemoryCounter(table(() => now).windows)
        const model = new Map<string, { from: number; used: number }>()
        for (const { wait, key } of steps) {
          now += wait
          const known = model.get(key)
          const window = known !== undefined && now < known.from + minute ? known : { from: now, used: 0 }
          window.used += 1
          model.set(key, window)
          const standing = counter.take(key, ratePolicy('test', limit, minute))
          assert.equal(standing.isAllowed, window.used <= limit)
          assert.equal(standing.remaining, Math.max(0, limit - window.used))
          assert.equal(standing.resetAfter, Math.max(1, Math.ceil((window.from + minute - now) / 1000)))
        }
      }),
    )
  })

  test('a call through the memory of its caller and one through a look-up count in one window, however often the table turns', () => {
    const counter = new MemoryCounter(table(() => 0, 4).windows)
    const place = { memory: new CallerMemory(), name: 'personWindow' } as const
    for (let anonymous = 0; anonymous < 200; anonymous += 1) {
      counter.take(`stranger ${anonymous}`, policy)
      const before = counter.take('a', policy, anonymous % 3 === 0 ? place : undefined)
      for (let gap = 0; gap < anonymous % 13; gap += 1) counter.take(`gap ${anonymous} ${gap}`, policy)
      const after = [counter.take('a', policy, place), counter.take('a', policy)]
      const isNew = after[0]?.remaining === 9 && before.remaining !== 9
      const expected = isNew ? [9, 8] : [1, 2].map((further) => Math.max(0, before.remaining - further))
      assert.deepEqual(
        after.map(({ remaining }) => remaining),
        expected,
      )
    }
  })

  test('a clock that is set back by a year begins a new window and locks no client out', () => {
    let now = 1_800_000_000_000
    const counter = new MemoryCounter(table(() => now).windows)
    for (let call = 0; call < 11; call += 1) counter.take('a', policy)
    assert.equal(counter.take('a', policy).isAllowed, false)
    now -= 365 * 24 * 60 * minute
    const { isAllowed, resetAfter } = counter.take('a', policy)
    assert.deepEqual([isAllowed, resetAfter], [true, 60])
  })

  test('§P45 memory has a bound: who was unused the longest begins again, and how many did is said', () => {
    let now = 0
    const { windows, evicted } = table(() => now, 100)
    const counter = new MemoryCounter(windows)
    const exhaust = (key: string): void => {
      for (let call = 0; call < 11; call += 1) counter.take(key, policy)
    }
    exhaust('kept')
    exhaust('left')
    for (let anonymous = 0; anonymous < 250; anonymous += 1) {
      counter.take(`stranger ${anonymous}`, policy)
      assert.equal(counter.take('kept', policy).isAllowed, false)
    }
    assert.equal(counter.take('left', policy).isAllowed, true)
    assert.ok(evicted.length > 0 && evicted.every((count) => count > 0 && count <= 100))
    now += minute
    const before = evicted.length
    for (let anonymous = 0; anonymous < 250; anonymous += 1) counter.take(`later ${anonymous}`, policy)
    assert.ok(evicted.length - before < 3, 'what is over is dropped without a word')
  })
})

for (const product of testDatabases) {
  suite(`counting in ${product.dialect}`, () => {
    test('§P45 of a hundred calls at once on three processes exactly the limit is allowed', async () => {
      await using lab = await storeLab(product)
      const counters = [1, 2, 3].map(() => new SharedCounter(lab.open(), table(() => 0).windows))
      const calls = Array.from({ length: 34 }, () => counters.map((counter) => counter.take('a', policy))).flat()
      const standings = await Promise.all(calls)
      assert.equal(standings.filter(({ isAllowed }) => isAllowed).length, 10)
      const [first] = counters
      assert.equal((await first?.take('b', policy))?.remaining, 9)
    })

    test('a window ends by the clock of the database, and anyone who was refused is remembered until then', async () => {
      await using lab = await storeLab(product)
      let local = 0
      const counter = new SharedCounter(lab.open(), table(() => local).windows)
      for (let call = 0; call < 12; call += 1) await counter.take('a', policy)
      const asked = lab.statements()
      assert.equal((await counter.take('a', policy)).isAllowed, false)
      assert.equal(lab.statements(), asked, 'a flood is none of statements')
      local += minute
      lab.move(minute)
      const { isAllowed, remaining } = await counter.take('a', policy)
      assert.deepEqual([isAllowed, remaining], [true, 9])
    })

    test('a restarted clock leaves no endless window, and ended ones are swept', async () => {
      await using lab = await storeLab(product)
      const store = lab.open()
      await store.add([{ key: 'a', calls: 5, length: minute }])
      lab.move(-30 * 24 * 60 * minute)
      const [window] = await store.add([{ key: 'a', calls: 1, length: minute }])
      assert.deepEqual([window?.used, window?.left], [1, minute])
      await store.add([{ key: 'b', calls: 1, length: minute }])
      lab.move(2 * minute)
      await store.sweep(24 * 60 * minute)
      assert.equal(await lab.rows(), 0)
    })

    test('two processes that sum keep one limit between them', async () => {
      await using lab = await storeLab(product)
      const [one, other] = [lab.summed(), lab.summed()]
      for (let call = 0; call < 6; call += 1) one.take('a', policy)
      for (let call = 0; call < 3; call += 1) other.take('a', policy)
      await Promise.all([one.sum(), other.sum()])
      other.take('a', policy)
      await other.sum()
      assert.equal(other.take('a', policy).isAllowed, false, 'ten were allowed elsewhere and here')
      one.take('a', policy)
      await one.sum()
      assert.equal(one.take('a', policy).isAllowed, false)
    })

    test('sums of thousands of callers arrive as a whole', async () => {
      await using lab = await storeLab(product)
      const counter = lab.summed()
      for (let caller = 0; caller < 1_200; caller += 1) counter.take(`caller ${caller}`, policy)
      await counter.sum()
      assert.equal(await lab.rows(), 1_200)
    })
  })
}

test('a sum that fails is said once, loses nothing, and each process counts on for itself', async () => {
  let isAway = true
  const told: number[] = []
  const store = {
    add: async (shares: readonly { readonly key: string; readonly calls: number }[]) => {
      if (isAway) throw new Error('The database is away.')
      told.push(...shares.map(({ calls }) => calls))
      return shares.map(({ key, calls }) => ({ key, used: calls, left: minute }))
    },
  } as unknown as RateWindowStore
  const lines: string[] = []
  const log: Log = { ...quiet, warn: (message) => void lines.push(message) }
  const counter = new SummedCounter({ windows: table(() => 0).windows, store, log })
  for (let call = 0; call < 4; call += 1) counter.take('a', policy)
  await counter.sum()
  counter.take('a', policy)
  await counter.sum()
  assert.equal(lines.length, 1)
  assert.equal(counter.take('a', policy).remaining, 4)
  isAway = false
  await counter.sum()
  assert.deepEqual(told, [6])
})

test('counts that an outage left unsummed are dropped when their window is over', async () => {
  let isAway = true
  let now = 0
  const told: string[] = []
  const store = {
    add: async (shares: readonly { readonly key: string }[]) => {
      if (isAway) throw new Error('The database is away.')
      told.push(...shares.map(({ key }) => key))
      return []
    },
  } as unknown as RateWindowStore
  const counter = new SummedCounter({ windows: table(() => now).windows, store, log: quiet })
  counter.take('early', policy)
  await counter.sum()
  now += minute
  counter.take('late', policy)
  await counter.sum()
  isAway = false
  await counter.sum()
  assert.deepEqual(told, ['test late'])
})

suite('the service of plugins', () => {
  let isInTransaction = false
  const options = { counter: new MemoryCounter(table(() => 0).windows), isInTransaction: () => isInTransaction }
  test('keys are separate for each plugin, and a refusal is in the words of the contract', async () => {
    const notes = pluginRateLimit('notes', options)
    const shop = pluginRateLimit('shop', options)
    assert.deepEqual(await notes.take('a', 1, minute), { allowed: true, remaining: 0, resetAfter: 60 })
    assert.equal((await notes.take('a', 1, minute)).allowed, false)
    assert.equal((await shop.take('a', 1, minute)).allowed, true)
    assert.equal((await notes.take('a', 2, minute)).remaining, 1, 'another limit is another count')
  })

  test('an invalid limit is refused', async () => {
    const notes = pluginRateLimit('notes', options)
    const wrong: readonly (readonly [string, number, number])[] = [
      ['', 1, minute],
      ['a'.repeat(201), 1, minute],
      ['a\0', 1, minute],
      ['\ud800', 1, minute],
      ['a', 0, minute],
      ['a', 1.5, minute],
      ['a', Number.NaN, minute],
      ['a', 1, 0],
      ['a', 1, 25 * 60 * minute],
    ]
    for (const [key, limit, window] of wrong) await assert.rejects(notes.take(key, limit, window), TypeError)
    isInTransaction = true
    await assert.rejects(notes.take('a', 1, minute), /inside a transaction: check it before/)
    isInTransaction = false
  })
})

test('a limited caller learns how long to wait, in both languages', () => {
  assert.deepEqual(tooMany(1).options.nextStep, { en: 'Try again in 1 second.', zh: '请在 1 秒后重试。' })
  assert.deepEqual(tooMany(42).options.nextStep, { en: 'Try again in 42 seconds.', zh: '请在 42 秒后重试。' })
  assert.deepEqual(tooMany(600).options.nextStep, { en: 'Try again in 10 minutes.', zh: '请在 10 分钟后重试。' })
  assert.equal(tooMany(42).options.headers?.['retry-after'], '42')
})

const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** A database with the tables of limits and a clock that the test moves. */
async function storeLab(product: (typeof testDatabases)[number]) {
  const fresh = await product.create()
  const database = await fresh.open()
  const owner = { name: 'host', models: rateLimitModels }
  await migrate(database, [owner])
  const db = new DataAccess({ database, owners: [owner], onDoor: () => undefined }).forHost(rateLimitModels)
  let now = 1_000_000_000
  let statements = 0
  const open = (): RateWindowStore =>
    new RateWindowStore(db, () => {
      statements += 1
      return sql.lit(now)
    })
  return {
    open,
    summed: () => new SummedCounter({ windows: table(() => 0).windows, store: open(), log: quiet }),
    move: (milliseconds: number) => void (now += milliseconds),
    statements: () => statements,
    rows: async () => (await db.selectFrom('host_rate_windows').select('id').execute()).length,
    [Symbol.asyncDispose]: () => fresh[Symbol.asyncDispose](),
  }
}
