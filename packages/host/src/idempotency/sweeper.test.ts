import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { json, noContent } from '@host/plugin'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { openIdempotencyLab, type IdempotencyLab, type LabNode } from '../../testing/idempotency/idempotency-lab.ts'

const day = 24 * 3_600_000

async function states(lab: IdempotencyLab): Promise<readonly unknown[]> {
  return (await lab.query('select state from idempotency_entries order by state')).map(({ state }) => state)
}

/** A handler that has begun to run and never ends. */
async function hang(node: LabNode): Promise<void> {
  const began = Promise.withResolvers<void>()
  const route = node.route(() => {
    began.resolve()
    return new Promise(() => undefined)
  })
  void route({ key: 'hanging' })
  await began.promise
}

for (const product of testDatabases) {
  suite(product.dialect, () => {
    test('ended keys are removed in batches, running ones stay', async () => {
      await using lab = await openIdempotencyLab(product)
      const node = await lab.start()
      const route = node.route(({ query }) => (query.has('large') ? new Response('x'.repeat(2 ** 21)) : noContent()))
      for (let n = 0; n < 450; n += 1) await route({ key: `old ${n}`.replace(' ', '-') })
      await route({ key: 'old-large', path: '/api/x/notes/notes?large' })
      lab.clock.now += day
      await route({ key: 'new' })
      await hang(node)
      assert.equal(await node.idempotency.sweeper.sweep(), 451)
      assert.deepEqual(await states(lab), ['in_flight', 'stored'])
      assert.equal(await node.idempotency.sweeper.sweep(), 0)
    })

    test('the oldest live process sweeps for all, and takes over keys of dead ones', async () => {
      await using lab = await openIdempotencyLab(product)
      const [first, second, third] = [await lab.start(), await lab.start(), await lab.start()]
      await third.route(() => noContent())({ key: 'old' })
      lab.clock.now += day
      await hang(third)
      assert.equal(await second.idempotency.sweeper.sweep(), 0)
      assert.equal(await first.idempotency.sweeper.sweep(), 1)
      third.die()
      assert.equal(await first.idempotency.sweeper.sweep(), 0)
      await third.lapse()
      await first.lapse()
      assert.equal(await second.idempotency.sweeper.sweep(), 1)
      assert.deepEqual(await states(lab), [])
    })

    test('a claim that could not be given back is given back by the next sweep of its process', async () => {
      await using lab = await openIdempotencyLab(product)
      const [oldest, node] = [await lab.start(), await lab.start()]
      const route = node.route(async () => {
        await lab.query('alter table idempotency_entries rename to away')
        return json({}, { status: 500 })
      })
      assert.equal((await route({ key: 'left' })).status, 500)
      await lab.query('alter table away rename to idempotency_entries')
      assert.equal(lab.logged.length, 1)
      await hang(node)
      assert.equal(await oldest.idempotency.sweeper.sweep(), 0)
      assert.equal(await node.idempotency.sweeper.sweep(), 1)
      assert.deepEqual(await states(lab), ['in_flight'])
    })
  })
}
