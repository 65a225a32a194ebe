import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { openJobLab, tagged, type JobLab, type LabNode } from '../../testing/jobs/job-lab.ts'

const hour = 3_600_000
const year = 365 * 24 * hour
const kind = tagged({ attempts: 3, delays: [5_000] })

/** Jobs that fail at first, come again, or wait, as their tags say. */
async function begin(lab: JobLab, options: Parameters<JobLab['start']>[0] = {}) {
  const node = await lab.start(options)
  const ran: string[] = []
  node.service.handle(kind, async ({ again, attempt }, { tag }) => {
    const isFirst = ran.every((other) => other !== tag)
    ran.push(tag)
    if (tag === 'fails' && attempt === 1) throw new Error('not yet')
    return tag === 'again' && isFirst ? again(60_000) : undefined
  })
  return { node, ran }
}

async function later(lab: JobLab, { jobs }: LabNode, milliseconds: number): Promise<void> {
  lab.clock.now += milliseconds
  await jobs.maintenance.look()
  await jobs.settle()
}

for (const product of testDatabases) {
  describe(`delays on ${product.dialect}`, () => {
    for (const leap of [hour, year]) {
      test(`§P47 waits no longer than requested, although the clock was ${leap / hour} hours ahead`, async () => {
        await using lab = await openJobLab(product)
        const { node, ran } = await begin(lab)
        await node.jobs.maintenance.look()
        lab.clock.now += leap
        for (const tag of ['fails', 'again']) await node.service.enqueue('org_a', kind, { tag })
        await node.service.enqueue('org_b', kind, { tag: 'late' }, { delay: 10 * hour })
        await node.jobs.settle()
        assert.deepEqual(ran, ['fails', 'again'])
        await later(lab, node, -leap)
        assert.equal(ran.length, 2, 'nothing comes early either')
        await later(lab, node, 5_000)
        assert.deepEqual(ran.slice(2), ['fails'])
        await later(lab, node, 55_000)
        assert.deepEqual(ran.slice(2), ['fails', 'again'])
        await later(lab, node, 10 * hour - 60_000)
        assert.deepEqual(ran.slice(2), ['fails', 'again', 'late'])
        assert.match(lab.log.join('\n'), /A clock was ahead; the delays of its jobs start again now {"jobs":3}/)
      })
    }

    test('§P47 is found by a process that begins when the clock is right again, however much of it there is', async () => {
      await using lab = await openJobLab(product)
      const first = await begin(lab)
      lab.clock.now += year
      const wrong = 1_200
      const many = Array.from({ length: wrong }, () => ({
        orgId: 'org_a',
        plugin: 'notes',
        kind,
        input: { tag: 'wrong' },
      }))
      await first.node.jobs.engine.add(many.slice(0, 1).map((job) => ({ ...job, delay: 2_000 })))
      for (const { sql, parameters } of first.node.jobs.engine.inserts(
        many.slice(1).map((job) => ({ ...job, delay: 1_000 })),
      )) {
        await lab.database.run({ sql, parameters, writes: true })
      }
      lab.clock.now -= year
      for (const place of [0, 200, 400]) {
        await first.node.service.enqueue('org_b', kind, { tag: 'right' }, { delay: year / 2 + place })
      }
      const second = await begin(lab)
      assert.equal(
        (await lab.query(`select id from host_jobs where state = 'delayed' and at <= ${lab.clock.now + 2_000}`)).length,
        0,
      )
      await second.node.jobs.maintenance.look()
      const due = await lab.query(`select id from host_jobs where state = 'delayed' and at <= ${lab.clock.now + 2_000}`)
      assert.equal(due.length, wrong)
      await lab.query(`update host_jobs set delayed_at = null where org_id = 'org_b'`)
      await (await begin(lab)).node.jobs.maintenance.look()
      const kept = await lab.query(`select at from host_jobs where org_id = 'org_b' and at > ${lab.clock.now + hour}`)
      assert.equal(kept.length, 3, 'what was told to wait for long does so')
    })

    test('§P47 is left alone where the clocks of two processes differ by minutes', async () => {
      await using lab = await openJobLab(product)
      const { node } = await begin(lab)
      const other = await begin(lab, { clock: () => lab.clock.now + 4 * 60_000 })
      await other.node.service.enqueue('org_a', kind, { tag: 'x' }, { delay: hour })
      const before = await lab.query('select at, delayed_at from host_jobs')
      await node.jobs.maintenance.look()
      assert.deepEqual(await lab.query('select at, delayed_at from host_jobs'), before)
    })

    test('runs again after five years at most, the longest possible delay', async () => {
      await using lab = await openJobLab(product)
      const node = await lab.start()
      const forever = tagged({ name: 'forever', attempts: 1 })
      node.service.handle(forever, async ({ again }, { tag }) => again(Number(tag)))
      const ids: string[] = []
      for (const tag of ['1e300', 'Infinity', 'NaN', '-1', String(6 * year)]) {
        ids.push(await node.service.enqueue('org_a', forever, { tag }))
      }
      await node.jobs.settle()
      for (const id of ids) assert.equal((await node.service.status('org_a', id))?.state, 'failed')
    })
  })
}
