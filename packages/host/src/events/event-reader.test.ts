import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'node:test'
import { Problem } from '@host/plugin'
import fc from 'fast-check'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { openStoredEvents, type StoredEvents } from '../../testing/events/stored-events.ts'
import { removeOldEvents } from './retention.ts'
import { forgetForeignTurns } from './turns.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const [here, there] = ['org_here', 'org_there']

/** A transaction: how many events it publishes, how long it stays open, and whether it is undone. */
interface Deed {
  readonly events: number
  readonly open: number
  readonly isUndone: boolean
}

const deed: fc.Arbitrary<Deed> = fc.record({
  events: fc.integer({ min: 1, max: 3 }),
  open: fc.integer({ min: 0, max: 4 }),
  isUndone: fc.boolean(),
})

for (const product of testDatabases) {
  test(`§P17 ${product.name}: a reader with the cursor sees every committed event once, in any order of commits`, async () => {
    await using stored = await openStoredEvents(product)
    let place = 0
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 16 }), async (deeds) => {
        const orgId = `org_${(place += 1)}`
        const committed: string[] = []
        const done = Promise.all(deeds.map(async (each) => committed.push(...(await act(stored, orgId, each)))))
        const seen = await follow(stored, orgId, done)
        assert.deepEqual(seen.toSorted(), committed.toSorted())
      }),
      { numRuns: isSoak ? 300 : 8 },
    )
  })

  test(`${product.name}: a workspace reads its own events alone, by name and from a moment on, page by page`, async () => {
    await using stored = await openStoredEvents(product)
    const ids: string[] = []
    for (const [orgId, name] of [
      [here, 'note.created'],
      [there, 'note.created'],
      [here, 'note.removed'],
      [here, 'note.created'],
    ] as const) {
      stored.clock.now += 1_000
      ids.push(await stored.write(orgId, name))
    }
    const [first, foreign, removed, last] = ids
    assert.deepEqual(await stored.ids(here), [first, removed, last])
    assert.deepEqual(await stored.ids(there), [foreign])
    assert.deepEqual(await stored.ids(here, { names: ['note.created'] }), [first, last])
    const since = new Date(stored.clock.now - 1_000).toISOString()
    assert.deepEqual(await stored.ids(here, { since }), [removed, last])
    assert.deepEqual(await stored.ids(here, { since: since.replace('.000Z', '.001Z') }), [last])

    const page = await stored.reader.page(here, { limit: 2 })
    assert.deepEqual(await stored.ids(here, { cursor: String(page.nextCursor) }), [last])
    const end = await stored.reader.page(here, { names: ['note.renamed'], limit: 2 })
    assert.deepEqual([end.items, end.nextCursor], [[], null])
    assert.deepEqual(await stored.ids(here, { cursor: end.resumeCursor }), [], 'what was looked through is behind')
    const next = await stored.write(here)
    assert.deepEqual(await stored.ids(here, { cursor: end.resumeCursor }), [next])
    assert.deepEqual(
      await stored.ids(there, { cursor: String(page.nextCursor) }).then((all) => all.includes(next)),
      false,
    )
  })

  test(`${product.name}: a foreign cursor is refused, and a page has its bounds`, async () => {
    await using stored = await openStoredEvents(product)
    for (let count = 0; count < 3; count += 1) await stored.write(here)
    for (const cursor of [
      '',
      'x',
      '1_',
      '-1',
      '1e3',
      '1_evt_x',
      `1_evt_${'0'.repeat(27)}`,
      "1' or '1",
      '1'.repeat(16),
    ]) {
      await assert.rejects(stored.ids(here, { cursor }), isBadRequest, JSON.stringify(cursor))
    }
    for (const since of ['', 'soon', '0000-01-01T00:00:00Z', '2026-13-01']) {
      await assert.rejects(stored.ids(here, { since }), isBadRequest, JSON.stringify(since))
    }
    assert.deepEqual(await stored.ids(here, { cursor: '999999999999999' }).then(({ length }) => length <= 3), true)
    for (const limit of [0, -5, Number.NaN, 0.5]) assert.equal((await stored.ids(here, { limit })).length, 1)
    assert.equal((await stored.ids(here, { limit: 1e9 })).length, 3)
    await assert.rejects(
      stored.database.transaction(() => stored.ids(here)),
      { code: 'outside_transaction' },
    )
  })

  test(`${product.name}: events are kept for 30 days, and a cursor misses nothing when all before it are gone`, async () => {
    await using stored = await openStoredEvents(product)
    for (let count = 0; count < 3; count += 1) await stored.write(here)
    const { resumeCursor } = await stored.reader.page(here, { limit: 10 })
    const age = (days: number) => stored.clock.now + days * 86_400_000
    assert.equal(await removeOldEvents(stored.database, age(30)), 0)
    stored.clock.now = age(30) + 1
    const kept = await stored.write(there)
    assert.equal(await removeOldEvents(stored.database, stored.clock.now), 3)
    assert.deepEqual([await stored.ids(here), await stored.ids(there)], [[], [kept]])
    const next = await stored.write(here)
    assert.deepEqual(await stored.ids(here, { cursor: resumeCursor }), [next])
  })

  if (product.dialect === 'postgres') {
    test(`${product.name}: events of a dump from another server come first, and later ones follow`, async () => {
      await using stored = await openStoredEvents(product)
      const before = [await stored.write(here), await stored.write(here)]
      const { resumeCursor } = await stored.reader.page(here, { limit: 10 })
      const raise = 'update host_events set turn = turn + 1000000000'
      await stored.database.run({ sql: raise, parameters: [], writes: true })
      const old = `${Number(resumeCursor) + 1_000_000_000}`
      await forgetForeignTurns(stored.database)
      const after = await stored.write(here)
      assert.deepEqual(await stored.ids(here), [...before, after])
      assert.deepEqual(await stored.ids(here, { cursor: old }), [after])
      await forgetForeignTurns(stored.database)
      assert.deepEqual(await stored.ids(here, { cursor: resumeCursor }), [after], 'turns of this server stay')
    })
  }
}

/** @returns the ids of committed events */
async function act({ database, made }: StoredEvents, orgId: string, done: Deed): Promise<readonly string[]> {
  const events = Array.from({ length: done.events }, () => made(orgId))
  try {
    await database.transaction(async (connection) => {
      for (const { statement } of events) await connection.run(statement)
      // A real wait: transactions overlap for the time that the property chose.
      await pause(done.open)
      if (done.isUndone) throw new Error('Undone')
    })
    return events.map(({ id }) => id)
  } catch {
    return []
  }
}

/** Reads until everything is done and nothing more comes. */
async function follow({ reader }: StoredEvents, orgId: string, done: Promise<unknown>): Promise<readonly string[]> {
  let isOver = false
  void done.then(() => (isOver = true))
  const seen: string[] = []
  let cursor: string | undefined
  for (let isLast = false; !isLast;) {
    isLast = isOver
    const page = await reader.page(orgId, { limit: 3, cursor })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.resumeCursor
    if (page.items.length > 0) isLast = false
    // SQLite reads synchronously, and would block all others.
    await pause(1)
  }
  return seen
}

function isBadRequest(error: unknown): boolean {
  return error instanceof Problem && error.code === 'bad_request'
}
