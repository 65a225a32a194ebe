import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Log } from '@host/plugin'
import type { IndexRow } from '@host/plugin/platform'
import fc from 'fast-check'
import { migrate } from '../../database/migrate/migrate.ts'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { coherenceModels } from '../coherence/models.ts'
import { openCoherence } from '../coherence/open-coherence.ts'
import type { Coherence } from '../coherence/coherence.ts'
import { soleCoherence } from '../coherence/sole-coherence.ts'
import { untrustedCoherence } from '../coherence/untrusted-coherence.ts'
import { CoherentIndex } from './coherent-index.ts'
import { MemoryIndexes } from './memory-indexes.ts'

const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} }
const turns = process.env['HOST_SOAK'] === '1' ? 2_000 : 50
const postgres = testDatabases.find(({ dialect }) => dialect === 'postgres')
const noPostgres = postgres === undefined && 'it needs a PostgreSQL server'
const mebibyte = 1024 * 1024
const runs = process.env['HOST_SOAK'] === '1' ? 5_000 : 300

/** A table, and the index that one process has of it. Reads of the table wait for `gate` where one is set. */
function lab(
  rows = new Map<string, string>(),
  coherence: Coherence = soleCoherence(),
  { mostBytes = 64 * mebibyte, log = quiet }: { readonly mostBytes?: number; readonly log?: Log } = {},
) {
  const held: { reads: number; gate?: Promise<void> | undefined } = { reads: 0 }
  const source = {
    async read(key: string) {
      held.reads += 1
      const value = rows.get(key)
      await held.gate
      return value
    },
    async *pages(): AsyncGenerator<readonly IndexRow[]> {
      const all = [...rows]
      for (let at = 0; at < all.length; at += 2) {
        const page = all.slice(at, at + 2).flatMap(([key]): IndexRow[] => {
          const value = rows.get(key)
          return value === undefined ? [] : [[key, value]]
        })
        await held.gate
        yield page
      }
    },
  }
  let told = Promise.resolve()
  const beforeAnswer = (work: () => Promise<void>): void => void (told = work())
  const index = new CoherentIndex({ plugin: 'links', coherence, log, beforeAnswer, source, mostBytes })
  /** Resolves when the transaction of a change would. */
  const forget = async (keys: readonly string[]): Promise<void> => {
    index.forget(keys)
    await told
  }
  return { rows, held, index, forget }
}

suite('a memory index: reads and changes', () => {
  test('knows nothing until it has read, and then asks the database no more', async () => {
    const { index, held } = lab(new Map([['go:a', 'https://a.example/']]))
    assert.equal(index.find('go:a'), undefined)
    assert.equal(await index.read('go:a'), 'https://a.example/')
    assert.equal(index.find('go:a'), 'https://a.example/')
    assert.equal(await index.read('go:none'), null)
    assert.equal(index.find('go:none'), null, 'a key without a row is known as such')
    assert.equal(await index.read('go:a'), 'https://a.example/')
    assert.equal(held.reads, 2)
  })

  test('filled, it knows every row, and every key that has none', async () => {
    const { index, held } = lab(new Map([...'abcde'].map((key) => [key, key.toUpperCase()])))
    await index.fill()
    assert.deepEqual(
      [...'abcdef'].map((key) => index.find(key)),
      ['A', 'B', 'C', 'D', 'E', null],
    )
    assert.equal(held.reads, 0)
    assert.equal(index.held.keys, 5)
  })

  test('a changed, a deleted and a new row count at once', async () => {
    const { index, rows, forget } = lab(new Map([...'abc'].map((key) => [key, key])))
    await index.fill()
    rows.set('a', 'new')
    rows.delete('b')
    rows.set('d', 'd')
    await forget(['a', 'b', 'd'])
    assert.deepEqual(
      [...'abcd'].map((key) => index.find(key)),
      [undefined, undefined, 'c', undefined],
    )
    assert.deepEqual(await Promise.all([...'abcd'].map((key) => index.read(key))), ['new', null, 'c', 'd'])
    assert.deepEqual(
      [...'abcd'].map((key) => index.find(key)),
      ['new', null, 'c', 'd'],
    )
  })

  test('what was read before a change is not believed after it, by read or by fill', async () => {
    for (const way of ['read', 'fill'] as const) {
      const { index, rows, held, forget } = lab(new Map([['a', 'old']]))
      const gate = Promise.withResolvers<void>()
      held.gate = gate.promise
      const reading = way === 'read' ? index.read('a') : index.fill()
      await Promise.resolve()
      rows.set('a', 'new')
      await forget(['a'])
      gate.resolve()
      await reading
      held.gate = undefined
      assert.equal(index.find('a'), undefined, way)
      assert.equal(await index.read('a'), 'new', way)
    }
  })

  test('a process that may not trust its memory uses none, and keeps none', async () => {
    const { index, held } = lab(new Map([['a', 'a']]), untrustedCoherence())
    assert.equal(await index.read('a'), 'a')
    assert.equal(index.find('a'), undefined)
    assert.equal(await index.read('a'), 'a')
    assert.deepEqual([held.reads, index.held.keys, index.version], [2, 0, undefined])
  })
})

suite('a memory index: limits', () => {
  test('beyond its memory, rows come from the database', async () => {
    const rows = new Map(Array.from({ length: 3_000 }, (_, at) => [`key-${at}`, 'x'.repeat(1_000)]))
    const { index } = lab(rows, soleCoherence(), { mostBytes: 2 * mebibyte })
    await index.fill()
    assert.ok(index.held.keys > 1_000 && index.held.keys < 2_500, `${index.held.keys}`)
    assert.ok(index.held.bytes < 3.2 * mebibyte, `${index.held.bytes}`)
    assert.equal(index.find('key-2999'), undefined, 'a row that had no room is not taken for none')
    assert.equal(index.find('key-3000'), undefined)
    assert.equal(await index.read('key-2999'), rows.get('key-2999'))
  })

  test('rows that are too large for it come from the database, and the others from memory', async () => {
    const long = 'x'.repeat(64 * 1024 + 1)
    const rows = new Map([
      ['a', '1'],
      ['long', long],
      ['other', '中'],
      ['longer', long],
      ['z', '26'],
    ])
    const warnings: string[] = []
    const { index } = lab(rows, soleCoherence(), { log: { ...quiet, warn: (message) => void warnings.push(message) } })
    await index.fill()
    assert.deepEqual(
      ['a', 'long', 'other', 'longer', 'z', 'none'].map((key) => index.find(key)),
      ['1', undefined, undefined, undefined, '26', null],
    )
    assert.equal(await index.read('long'), long)
    assert.equal(index.find('long'), undefined)
    assert.deepEqual(warnings, ["Rows that a memory index can't hold come from the database"])
  })

  test('a row that became too large is never taken for none, nor for what it was', async () => {
    const { index, rows, forget } = lab(new Map([['a', '1']]))
    await index.fill()
    rows.set('a', 'x'.repeat(64 * 1024 + 1))
    await forget(['a'])
    assert.equal(await index.read('a'), rows.get('a'))
    assert.equal(index.find('a'), undefined)
    rows.set('a', '2')
    await forget(['a'])
    await index.read('a')
    assert.equal(index.find('a'), '2')
  })

  test('texts beyond Latin-1 and beyond their limits are refused with a sentence', async () => {
    const { index } = lab(new Map([['a', '中']]))
    await assert.rejects(index.read('a'), {
      name: 'TypeError',
      message: /value of a memory index must have Latin-1/,
    })
    await assert.rejects(index.read('中'), { name: 'TypeError', message: /key of a memory index must be at most 1024/ })
    await assert.rejects(index.read('k'.repeat(1_025)), TypeError)
  })

  test('a plugin opens one index', () => {
    const service = new MemoryIndexes({
      coherence: soleCoherence(),
      log: quiet,
      database: { beforeAnswer() {} },
    }).serviceOf('links')
    const source = { read: async () => undefined, async *pages() {} }
    assert.throws(() => service.open(source, { mostBytes: 0 }), TypeError)
    service.open(source)
    assert.throws(() => service.open(source), /Plugin "links" opens a memory index twice/)
  })
})

suite('a memory index: several processes', () => {
  test('a change of one process is known to the other when it is answered', { skip: noPostgres }, async () => {
    await using stack = new AsyncDisposableStack()
    const fresh = stack.use(await postgres!.create())
    await migrate(await fresh.open(), [{ name: 'host', models: coherenceModels }])
    const open = () => stack.use(openCoherence({ config: { databaseUrl: fresh.url } })).coherence
    const rows = new Map([['a', 'first']])
    const processes = [lab(rows, open()), lab(rows, open())] as const
    for (const { index } of processes) await index.fill()
    for (let turn = 0; turn < turns; turn += 1) {
      const [writer, reader] = turn % 2 === 0 ? processes : processes.toReversed()
      assert.equal(await reader?.index.read('a'), rows.get('a'))
      rows.set('a', `turn ${turn}`)
      rows.set(`new ${turn}`, 'here')
      await writer?.forget(['a', `new ${turn}`])
      for (const { index } of processes) {
        assert.notEqual(index.find(`new ${turn}`), null)
        assert.ok([undefined, `turn ${turn}`].includes(index.find('a') ?? undefined))
      }
    }
  })

  test('whatever two processes do, no answer is older than the last answered change', async () => {
    const key = fc.constantFrom('a', 'b', 'c')
    const step = fc.oneof(
      fc.record({ act: fc.constant('write' as const), key, process: fc.nat(1) }),
      fc.record({ act: fc.constant('delete' as const), key, process: fc.nat(1) }),
      fc.record({ act: fc.constant('read' as const), key, process: fc.nat(1) }),
      fc.record({ act: fc.constant('fill' as const), key, process: fc.nat(1) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.scheduler(), async (steps, scheduler) => {
        const rows = new Map<string, string>()
        const coherence = soleCoherence()
        const indexes = [lab(rows, coherence), lab(rows, coherence)]
        for (const { held } of indexes) {
          Object.defineProperty(held, 'gate', { get: () => scheduler.schedule(Promise.resolve()) })
        }
        const running: Promise<unknown>[] = []
        const derived = indexes.map(() => new Map<string, { version: number; found: string | null }>())
        let number = 0
        for (const { act, key: at, process } of steps) {
          const { index, forget } = indexes[process] as ReturnType<typeof lab>
          if (act === 'fill') running.push(index.fill())
          else if (act === 'read') running.push(index.read(at))
          else {
            if (act === 'write') rows.set(at, `${(number += 1)}`)
            else rows.delete(at)
            await forget([at])
          }
          if (scheduler.count() > 0 && number % 2 === 0) await scheduler.waitNext(1)
          for (const [place, { index: each }] of indexes.entries()) {
            const { version } = each
            const known = derived[place]?.get(at)
            if (known?.version === version) assert.equal(known?.found, rows.get(at) ?? null)
            const found = each.find(at)
            if (found === undefined) continue
            assert.equal(found, rows.get(at) ?? null)
            if (version !== undefined) derived[place]?.set(at, { version, found })
          }
        }
        await scheduler.waitFor(Promise.all(running))
        for (const { index } of indexes) {
          for (const at of ['a', 'b', 'c']) {
            const found = index.find(at)
            if (found !== undefined) assert.equal(found, rows.get(at) ?? null)
          }
        }
      }),
      { numRuns: runs },
    )
  })
})
