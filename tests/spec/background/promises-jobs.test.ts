/** When jobs are made by the clock, and when they wait for their feature. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { defineJob, definePlugin, Jobs, type JobsService } from '@host/plugin'
import { createTestHost } from '@host/testing'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { openJobLab } from '@host/host/testing/jobs/job-lab'
import { infoOf } from '../lab/plugins.ts'

const hour = 60 * 60_000
const Nothing = z.strictObject({})
const tick = defineJob({ name: 'tick', input: Nothing, place: 'instance' })
const write = defineJob({ name: 'write', input: Nothing })

for (const product of testDatabases) {
  test(`§P10 a cron line makes one job at each of its times for two processes, and one for all that passed (${product.name})`, async () => {
    await using lab = await openJobLab(product)
    let done = 0
    const start = async () => {
      const node = await lab.start()
      node.service.handle(tick, async () => void (done += 1))
      node.service.schedule(tick, '0 * * * *', { input: {} })
      return node.jobs
    }
    const nodes = [await start(), await start()]
    const settle = async (): Promise<void> => {
      for (const jobs of nodes) await jobs.settle()
    }
    await settle()
    assert.equal(done, 0, 'its first time is still to come')
    for (const expected of [1, 2]) {
      lab.clock.now += hour
      await Promise.all(nodes.map((jobs) => jobs.settle()))
      await settle()
      assert.equal(done, expected)
    }
    lab.clock.now += 5 * hour
    await settle()
    assert.equal(done, 3)
  })
}

test('§P11 jobs of a disabled feature are held in its workspace, and resume once it is on again', async () => {
  let jobs: JobsService | undefined
  const done: string[] = []
  const plugin = definePlugin({
    name: 'writing',
    info: infoOf('Writing', { enabledByDefault: true }),
    models: [],
    mount(_, ctx) {
      jobs = ctx.lookup(Jobs)
      jobs?.handle(write, async ({ orgId }) => void done.push(orgId))
    },
  })
  await using host = await createTestHost({ plugins: [plugin] })
  const { here, there } = host.workspaces
  await host.switchFeature('writing', false)
  const id = await jobs?.enqueue(here, write, {})
  await jobs?.enqueue(there, write, {})
  await host.settleJobs()
  assert.deepEqual(done, [there])
  assert.equal((await jobs?.status(here, id ?? ''))?.state, 'held')
  await host.switchFeature('writing', true)
  await host.settleJobs()
  assert.deepEqual(done, [there, here])
  assert.equal((await jobs?.status(here, id ?? ''))?.state, 'done')
})
