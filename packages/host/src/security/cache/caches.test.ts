import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { CacheService } from '@host/plugin'
import fc from 'fast-check'
import type { Coherence } from '../coherence/coherence.ts'
import { coherenceModels } from '../coherence/models.ts'
import { openCoherence } from '../coherence/open-coherence.ts'
import { soleCoherence } from '../coherence/sole-coherence.ts'
import { untrustedCoherence } from '../coherence/untrusted-coherence.ts'
import { ExecutionContexts } from '../../observability/containment/execution-contexts.ts'
import { migrate } from '../../database/migrate/migrate.ts'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { CacheMemory } from './cache-memory.ts'
import { Caches } from './caches.ts'
import { until } from '../../../testing/until.ts'

const minute = 60_000

/** A process of a host: its caches, and a way to run code as one of its requests. */
function processOn(coherence: Coherence, memory = new CacheMemory()) {
  const contexts = new ExecutionContexts(['notes', 'shop'])
  const caches = new Caches({ coherence, contexts, memory })
  const request = <Result>(work: (cache: CacheService) => Result, plugin = 'notes'): Result =>
    contexts.enter(plugin, () => work(caches.serviceOf(plugin)))
  return { request, memory }
}

suite('a cache', () => {
  test('§P44 returns a copy of the value, to the plugin that set it, until it expires', async (t) => {
    const { request } = processOn(soleCoherence())
    let now = performance.now()
    t.mock.method(performance, 'now', () => now)
    const value = { list: [1], none: null }
    await request((cache) => cache.set('a', value, minute))
    value.list.push(2)
    const first = await request((cache) => cache.get<typeof value>('a'))
    assert.deepEqual(first, { list: [1], none: null })
    first?.list.push(3)
    assert.deepEqual(await request((cache) => cache.get('a')), { list: [1], none: null })
    assert.equal(await request((cache) => cache.get('a'), 'shop'), undefined)
    now += minute
    assert.equal(await request((cache) => cache.get('a')), undefined)
  })

  test('refuses an invalid key, lifetime and value', async () => {
    const { request } = processOn(soleCoherence())
    for (const key of ['', 'a'.repeat(301)]) {
      await assert.rejects(
        request((cache) => cache.get(key)),
        TypeError,
      )
    }
    for (const ttl of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 25 * 60 * minute]) {
      await assert.rejects(
        request((cache) => cache.set('a', 1, ttl)),
        TypeError,
      )
    }
    for (const value of [undefined, () => 1, 1n, 'a'.repeat(64 * 1024)]) {
      await assert.rejects(
        request((cache) => cache.set('a', value, minute)),
        TypeError,
      )
    }
  })

  test('§P43 a value that was read before a delete is not kept after it, and one that was read since is', async () => {
    const { request } = processOn(soleCoherence())
    const read = Promise.withResolvers<void>()
    const slow = request(async (cache) => {
      assert.equal(await cache.get('a'), undefined)
      await read.promise
      await cache.set('a', 'old', minute)
    })
    await request((cache) => cache.delete('a'))
    read.resolve()
    await slow
    assert.equal(await request((cache) => cache.get('a')), undefined)
    await request((cache) => cache.set('a', 'new', minute))
    assert.equal(await request((cache) => cache.get('a')), 'new')
  })

  test('stores nothing and answers nothing where this process can not be notified of deletes', async () => {
    const { request } = processOn(untrustedCoherence())
    await request((cache) => cache.set('a', 1, minute))
    assert.equal(await request((cache) => cache.get('a')), undefined)
  })

  test('§P44 memory is bounded for any number of values, and recently used ones stay', () => {
    const bounds = { ofPlugin: 20_000, ofAll: 50_000 }
    const step = fc.record({
      plugin: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      key: fc.integer({ min: 0, max: 30 }).map(String),
      size: fc.integer({ min: 0, max: 8_000 }),
      kind: fc.constantFrom('set', 'get', 'delete'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const memory = new CacheMemory(bounds)
        for (const { plugin, key, size, kind } of steps) {
          if (kind === 'get') memory.get(plugin, key)
          if (kind === 'delete') memory.delete(plugin, key)
          if (kind !== 'set') continue
          memory.set(plugin, key, { text: 'x'.repeat(size), until: 0, slots: [], since: 0 })
          assert.ok(memory.bytes >= 0 && memory.bytes <= bounds.ofAll)
          assert.ok(memory.get(plugin, key) !== undefined, 'what was set last is there')
        }
      }),
    )
    const full = new CacheMemory(bounds)
    const sized = { a: 1_641, b: 7_307, d: 7_608, e: 7_927 }
    for (const [plugin, size] of Object.entries(sized)) {
      full.set(plugin, 'only', { text: 'x'.repeat(size), until: 0, slots: [], since: 0 })
    }
    assert.ok(full.get('e', 'only') !== undefined, 'what was set last is there, also as the only one of the fullest')
    const memory = new CacheMemory(bounds)
    const entry = { text: 'x'.repeat(1_000), until: 0, slots: [], since: 0 }
    memory.set('a', 'used', entry)
    for (let key = 0; key < 100; key += 1) {
      memory.set('a', String(key), entry)
      assert.ok(memory.get('a', 'used') !== undefined)
    }
    assert.equal(memory.get('a', '0'), undefined)
  })
})

suite('caches of two processes on PostgreSQL', () => {
  const postgres = testDatabases.find(({ dialect }) => dialect === 'postgres')
  const rounds = process.env['HOST_SOAK'] === '1' ? 5_000 : 30

  test('§P43 after a delete neither process answers a value read before it, however the two race', async () => {
    await using stack = new AsyncDisposableStack()
    const fresh = stack.use(await postgres!.create())
    await migrate(await fresh.open(), [{ name: 'host', models: coherenceModels }])
    const open = () => stack.use(openCoherence({ config: { databaseUrl: fresh.url } })).coherence
    const coherences = [open(), open()]
    await trusted(coherences)
    const processes = coherences.map((coherence) => processOn(coherence))
    let stored = 0
    let answered = 0
    let hits = 0
    const over = new AbortController()
    let deleted = Promise.withResolvers<void>()
    const reader = async (at: number): Promise<void> => {
      while (!over.signal.aborted) {
        const since = answered
        await processes[at]?.request(async (cache) => {
          const cached = await cache.get<number>('a')
          if (cached !== undefined) {
            hits += 1
            assert.ok(cached >= since, `${cached} was answered after ${since} had been deleted`)
            return
          }
          const read = stored
          // Some are so slow that a delete begins and ends meanwhile.
          await (Math.random() < 0.3 ? deleted.promise : turn())
          await cache.set('a', read, minute)
        })
        await turn()
      }
    }
    const readers = [0, 1, 0, 1].map(reader)
    for (let round = 1; round <= rounds; round += 1) {
      stored = round
      await processes[round % 2]?.request((cache) => cache.delete('a'))
      answered = round
      deleted.resolve()
      deleted = Promise.withResolvers<void>()
      for (let turns = 0; turns < 8; turns += 1) await turn()
    }
    over.abort()
    deleted.resolve()
    await Promise.all(readers)
    assert.ok(hits > rounds, 'the cache was of use')
  })
})

/** Until both have met. */
async function trusted(coherences: readonly Coherence[]): Promise<void> {
  await until(() => coherences.every((coherence) => coherence.isTrusted()))
}
