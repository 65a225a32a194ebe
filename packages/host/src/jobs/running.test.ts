import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabases } from '../db/testing/test-databases.ts'
import { openJobLab, tagged } from './testing/job-lab.ts'

for (const product of testDatabases) {
  test(`${product.dialect}: a job is done once, and one that throws is tried again later`, async () => {
    await using lab = await openJobLab(product)
    const { service, jobs } = await lab.start()
    const ran: string[] = []
    const kind = tagged({ delays: [1_000] })
    service.handle(kind, async ({ jobId, attempt }, { tag }) => {
      ran.push(`${tag} ${attempt} ${jobId.slice(0, 4)}`)
      if (tag === 'bad' && attempt === 1) throw new Error('no')
    })
    await service.enqueue('org_a', kind, { tag: 'good' })
    await service.enqueue('org_a', kind, { tag: 'bad' })
    await service.enqueue('org_b', kind, { tag: 'late' }, { delay: 500 })
    await jobs.settle()
    assert.deepEqual(ran, ['good 1 job_', 'bad 1 job_'])
    lab.clock.now += 1_000
    await jobs.settle()
    assert.deepEqual(ran.slice(2).toSorted(), ['bad 2 job_', 'late 1 job_'])
    assert.deepEqual(
      (await lab.jobs()).map(({ state }) => state),
      ['done', 'done', 'done'],
    )
    assert.equal(lab.faults.length, 1)
  })
}
