import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { JobState } from '@host/plugin'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { openJobLab, tagged, type JobLab, type LabNode } from '../../testing/jobs/job-lab.ts'

for (const product of testDatabases) {
  describe(`the queue on ${product.dialect}`, () => {
    let lab: JobLab
    let node: LabNode
    const kind = tagged({ attempts: 1 })
    const slow = tagged({ name: 'slow', attempts: 1 })
    const fails = new Set(['bad'])

    before(async () => {
      lab = await openJobLab(product)
      node = await lab.start()
      node.service.handle(kind, async (_scope, { tag }) => {
        if (fails.has(tag)) throw new Error('no')
      })
      for (const tag of ['good', 'bad', 'good', 'bad']) await node.service.enqueue('org_a', kind, { tag })
      await node.service.enqueue('org_b', kind, { tag: 'bad' }, { uniqueKey: 'b' })
      await node.jobs.settle()
      await node.service.enqueue('org_a', kind, { tag: 'later' }, { delay: 60_000 })
    })
    after(() => lab[Symbol.asyncDispose]())

    const listed = async (request: { readonly state?: JobState; readonly orgId?: string } = {}) =>
      (await node.jobs.queue.list({ limit: 50, ...request })).items

    test('lists jobs by state and workspace, in pages, without their input', async () => {
      assert.equal((await listed()).length, 6)
      assert.equal((await listed({ state: 'waiting' })).length, 1)
      assert.equal((await listed({ state: 'failed', orgId: 'org_a' })).length, 2)
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await node.jobs.queue.list({ limit: 2, plugin: 'notes', ...(cursor !== undefined && { cursor }) })
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      assert.deepEqual([seen.length, new Set(seen).size], [6, 6])
      assert.doesNotMatch(JSON.stringify(await listed()), /good/)
      assert.equal((await node.jobs.queue.list({ limit: 9, cursor: 'made up' })).items.length, 6)
    })

    test('lists failed jobs first, then running ones, across pages', async () => {
      const started = Promise.withResolvers<void>()
      const ended = Promise.withResolvers<void>()
      node.service.handle(slow, async () => {
        started.resolve()
        await ended.promise
      })
      const id = await node.service.enqueue('org_a', slow, { tag: 'slow' })
      const settled = node.jobs.settle()
      await started.promise
      for (const plugin of [undefined, 'notes']) {
        const states: string[] = []
        let cursor: string | undefined
        do {
          const page = await node.jobs.queue.list({
            limit: 2,
            ...(plugin !== undefined && { plugin }),
            ...(cursor !== undefined && { cursor }),
          })
          states.push(...page.items.map(({ state }) => state))
          cursor = page.nextCursor ?? undefined
        } while (cursor !== undefined)
        assert.deepEqual(states.slice(0, 4), ['failed', 'failed', 'failed', 'running'])
        assert.deepEqual(states.slice(4).toSorted(), ['done', 'done', 'waiting'])
      }
      ended.resolve()
      await settled
      assert.equal((await node.jobs.queue.find('org_a', id))?.state, 'done')
    })

    test('counts them by plugin and state', async () => {
      const counts = await node.jobs.queue.counts()
      assert.deepEqual(
        counts.map(({ plugin, state, count }) => [plugin, state, count]),
        [
          ['notes', 'done', 3],
          ['notes', 'failed', 3],
          ['notes', 'waiting', 1],
        ],
      )
    })

    test('counts a job as due once its time has come', async () => {
      assert.equal(await node.jobs.queue.countDue(), 0, 'the waiting one is not due')
      lab.clock.now += 60_000
      assert.equal(await node.jobs.queue.countDue(), 1)
      lab.clock.now -= 60_000
    })

    test('shows one to its own workspace and plugin alone', async () => {
      const [job] = await listed({ state: 'failed', orgId: 'org_a' })
      assert.equal((await node.jobs.queue.find('org_a', job?.id ?? ''))?.error, 'internal')
      assert.equal(await node.jobs.queue.find('org_b', job?.id ?? ''), undefined)
      assert.equal(await node.jobs.serviceOf('other').status('org_a', job?.id ?? ''), undefined)
    })

    test('lets failed jobs run again, one or all, their tries counted again', async () => {
      const [job] = await listed({ state: 'failed', orgId: 'org_a' })
      fails.clear()
      assert.equal(await node.jobs.queue.retry(job?.id ?? ''), 1)
      assert.equal(await node.jobs.queue.retry(job?.id ?? ''), 0)
      await node.jobs.settle()
      assert.equal((await node.jobs.queue.find('org_a', job?.id ?? ''))?.state, 'done')
      assert.equal(await node.jobs.queue.retryAll('other'), 0)
      assert.equal(await node.jobs.queue.retryAll(), 2)
      await node.jobs.settle()
      assert.equal((await listed({ state: 'failed' })).length, 0)
    })

    test('§P4 removes waiting jobs, and ended ones after their time: failed ones after 30 days', async () => {
      const [waiting] = await listed({ state: 'waiting' })
      assert.equal(await node.jobs.queue.remove(waiting?.id ?? ''), true)
      assert.equal(await node.jobs.queue.remove(waiting?.id ?? ''), false)
      fails.add('bad')
      await node.service.enqueue('org_a', kind, { tag: 'bad' })
      await node.jobs.settle()
      assert.equal(await node.jobs.maintenance.sweep(), 0)
      lab.clock.now += 86_400_000
      assert.equal(await node.jobs.maintenance.sweep(), 7)
      assert.deepEqual(
        (await listed()).map(({ state }) => state),
        ['failed'],
      )
      lab.clock.now += 29 * 86_400_000
      assert.equal(await node.jobs.maintenance.sweep(), 1)
    })

    test('holds jobs of an absent workspace or feature, and of a kind without a handler', async () => {
      lab.standings.set('org_a notes', 'held')
      lab.standings.set('org_gone', 'cancelled')
      const held = await node.service.enqueue('org_a', kind, { tag: 'held' })
      const gone = await node.service.enqueue('org_gone', kind, { tag: 'gone' })
      const foreign = await node.service.enqueue('org_b', kind, { tag: 'foreign' })
      await lab.query(`update host_jobs set kind = 'old', lane = 'notes:old' where id = '${foreign}'`)
      await node.jobs.settle()
      const states = async () =>
        await Promise.all(
          [
            ['org_a', held],
            ['org_gone', gone],
            ['org_b', foreign],
          ].map(async ([org = '', id = '']) => (await node.jobs.queue.find(org, id))?.state),
        )
      assert.deepEqual(await states(), ['held', 'cancelled', 'held'])
      node.service.handle(tagged({ name: 'old' }), async () => undefined)
      lab.standings.clear()
      node.jobs.recheck('org_a')
      await node.jobs.settle()
      assert.deepEqual(await states(), ['done', 'cancelled', 'held'])
      await node.jobs.maintenance.look()
      await node.jobs.settle()
      assert.deepEqual(await states(), ['done', 'cancelled', 'done'])
    })

    test('begins no job of a plugin that is paused, and one where it is to be seen whether it works again', async () => {
      let allowed = 0
      const begun: string[] = []
      const pauses = {
        isHeld: false,
        allowance: () => allowed,
        began: () => void (allowed -= 1),
        ended: () => undefined,
      }
      const paused = await lab.start({ pauses })
      paused.service.handle(kind, async (_scope, { tag }) => void begun.push(tag))
      for (const tag of ['one', 'two']) await paused.service.enqueue('org_a', kind, { tag })
      await paused.jobs.settle()
      assert.deepEqual(begun, [])
      allowed = 1
      await paused.jobs.settle()
      assert.deepEqual(begun, ['one'])
      allowed = Number.POSITIVE_INFINITY
      await paused.jobs.settle()
      assert.deepEqual(begun, ['one', 'two'])
    })
  })
}
