import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noContent } from '@host/plugin'
import type { IdempotencyKeysRequest } from '@host/plugin/platform'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { openIdempotencyLab } from '../../testing/idempotency/idempotency-lab.ts'

const hour = 3_600_000

for (const product of testDatabases) {
  suite(product.dialect, () => {
    test('the console lists live keys, newest first, without their content', async () => {
      await using lab = await openIdempotencyLab(product)
      const node = await lab.start()
      const route = node.route(({ query }) => (query.has('large') ? new Response('x'.repeat(2 ** 21)) : noContent()))
      await route({ key: 'one' })
      lab.clock.now += hour
      await route({ key: 'two', path: '/api/x/notes/notes/secret-record?large', as: { orgId: 'org_b' } })
      const { items, nextCursor } = await node.idempotency.keys.list({})
      assert.equal(nextCursor, null)
      assert.deepEqual(
        items.map(({ id, ...shown }) => ({ ...shown, hasId: id.startsWith('idk_') })),
        [
          {
            plugin: 'notes',
            endpoint: 'POST /api/x/notes/notes',
            orgId: 'org_b',
            state: 'stored_without_body',
            createdAt: '2026-01-01T01:00:00.000Z',
            expiresAt: '2026-01-02T01:00:00.000Z',
            hasId: true,
          },
          {
            plugin: 'notes',
            endpoint: 'POST /api/x/notes/notes',
            orgId: 'org_a',
            state: 'stored',
            createdAt: '2026-01-01T00:00:00.000Z',
            expiresAt: '2026-01-02T00:00:00.000Z',
            hasId: true,
          },
        ],
      )
    })

    test('pages continue where one ended, also for a plugin and a state', async () => {
      await using lab = await openIdempotencyLab(product)
      const node = await lab.start()
      const route = node.route(() => noContent())
      for (let n = 0; n < 1_203; n += 1) await route({ key: `k${n}` })
      await lab.query(
        `update idempotency_entries set plugin = 'rare' where id = (select min(id) from idempotency_entries)`,
      )
      const walk = async (request: IdempotencyKeysRequest): Promise<readonly string[]> => {
        const ids: string[] = []
        for (let cursor: string | undefined; ;) {
          const page = await node.idempotency.keys.list({ ...request, cursor })
          ids.push(...page.items.map(({ id }) => id))
          if (page.nextCursor === null) return ids
          cursor = page.nextCursor
        }
      }
      const all = await walk({ limit: 200 })
      assert.equal(new Set(all).size, 1_203)
      assert.deepEqual(all, all.toSorted().toReversed())
      assert.deepEqual(await walk({ plugin: 'rare', limit: 1 }), all.slice(-1))
      assert.equal((await walk({ plugin: 'notes', state: 'stored', limit: 150 })).length, 1_202)
      assert.deepEqual(await walk({ state: 'in_flight' }), [])
      assert.deepEqual(
        (await node.idempotency.keys.counts()).map(({ plugin, state, count }) => [plugin, state, count]),
        [
          ['notes', 'stored', 1_202],
          ['rare', 'stored', 1],
        ],
      )
    })

    test('a key that runs is shown while its process lives, one that is over never', async () => {
      await using lab = await openIdempotencyLab(product)
      const [node, watching] = [await lab.start(), await lab.start()]
      await node.route(() => noContent())({ key: 'old' })
      const began = Promise.withResolvers<void>()
      lab.clock.now += 24 * hour
      const hanging = node.route(() => {
        began.resolve()
        return new Promise(() => undefined)
      })
      void hanging({ key: 'running' })
      await began.promise
      const shown = async () =>
        (await watching.idempotency.keys.list({})).items.map(({ state, expiresAt }) => [state, expiresAt])
      assert.deepEqual(await shown(), [['in_flight', null]])
      assert.equal((await watching.idempotency.keys.list({ state: 'in_flight' })).items.length, 1)
      assert.deepEqual(await watching.idempotency.keys.counts(), [
        { plugin: 'notes', state: 'in_flight', count: 1, oldestAt: '2026-01-02T00:00:00.000Z' },
      ])
      await node.lapse()
      assert.deepEqual([await shown(), await watching.idempotency.keys.counts()], [[], []])
    })
  })
}
