import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { CronLine } from './cron-line.ts'
import { openJobLab, tagged, type JobLab, type LabNode } from '../../testing/jobs/job-lab.ts'

const hour = 3_600_000
const day = 24 * hour
const year = 365 * day
const kind = { ...tagged({ name: 'hourly' }), place: 'instance' as const }

async function scheduling(lab: JobLab, cron = '30 * * * *', ran: string[] = []) {
  return schedulingOn(await lab.start(), cron, ran)
}

function schedulingOn(node: LabNode, cron: string, ran: string[]): LabNode {
  node.service.handle(kind, async (_scope, { tag }) => void ran.push(tag))
  node.service.schedule(kind, cron, { input: { tag: cron } })
  return node
}

for (const product of testDatabases) {
  describe(`a schedule on ${product.dialect}`, () => {
    test('makes one job at each of its times, however many processes there are', async () => {
      await using lab = await openJobLab(product)
      const ran: string[] = []
      const nodes = [await scheduling(lab, undefined, ran), await scheduling(lab, undefined, ran)]
      const settle = (): Promise<unknown> => Promise.all(nodes.map(({ jobs }) => jobs.settle()))
      await settle()
      assert.equal(ran.length, 0)
      for (let half = 1; half <= 4; half += 1) {
        lab.clock.now += hour / 2
        await settle()
        assert.equal(ran.length, Math.ceil(half / 2))
      }
    })

    test('makes up for missed runs with one job, and starts over with another schedule', async () => {
      await using lab = await openJobLab(product)
      const ran: string[] = []
      const first = await scheduling(lab, '30 * * * *', ran)
      await first.jobs.settle()
      lab.clock.now += 50 * hour
      const second = await scheduling(lab, '30 * * * *', ran)
      await second.jobs.settle()
      assert.equal(ran.length, 1)
      lab.clock.now += 5 * hour
      const third = await scheduling(lab, '45 * * * *', ran)
      await third.jobs.settle()
      assert.equal(ran.length, 1, 'another line counts from now')
      lab.clock.now += hour
      await third.jobs.settle()
      assert.equal(ran.at(-1), '45 * * * *')
    })

    for (const leap of [hour, day, year, 10 * year]) {
      test(`§P47 comes back to its times when the clock was ${leap / hour} hours ahead, with one job for all that seemed to pass`, async () => {
        await using lab = await openJobLab(product)
        const ran: string[] = []
        const nodes = [await scheduling(lab, undefined, ran), await scheduling(lab, undefined, ran)]
        const settle = async (): Promise<void> => {
          for (const { jobs } of nodes) await jobs.settle()
        }
        await settle()
        for (const leaps of [1, 2]) {
          lab.clock.now += leap
          await settle()
          lab.clock.now -= leap
          await settle()
          assert.equal(ran.length, 3 * leaps - 2, 'one job while it was ahead')
          for (const more of [1, 2]) {
            lab.clock.now += hour
            await settle()
            assert.equal(ran.length, 3 * leaps - 2 + more, 'and then at each of its times again')
          }
        }
      })
    }

    test('§P47 keeps to its times while the clock is years behind, and comes once when it is right again', async () => {
      await using lab = await openJobLab(product)
      const ran: string[] = []
      const { jobs } = await scheduling(lab, undefined, ran)
      await jobs.settle()
      lab.clock.now -= year
      for (const expected of [0, 1, 2]) {
        await jobs.settle()
        assert.equal(ran.length, expected)
        lab.clock.now += hour
      }
      lab.clock.now += year
      await jobs.settle()
      await jobs.settle()
      assert.equal(ran.length, 3)
    })

    test('§P47 is corrected by a starting process that finds times of another clock', async () => {
      await using lab = await openJobLab(product)
      const ran: string[] = []
      const first = await scheduling(lab, undefined, ran)
      await first.jobs.settle()
      await lab.query(`update host_schedules set next_at = next_at + ${year}`)
      const second = await scheduling(lab, undefined, ran)
      for (const expected of [0, 1, 2]) {
        await second.jobs.settle()
        assert.equal(ran.length, expected)
        lab.clock.now += hour
      }
      assert.match(lab.log.join('\n'), /A clock was ahead/)
    })

    test('§P10 §P47 comes once at each of its times where clocks differ by minutes, and one that stays hours ahead makes no storm', async () => {
      await using lab = await openJobLab(product)
      const ran: string[] = []
      const ahead = { by: 4 * 60_000 }
      const other = await lab.start({ clock: () => lab.clock.now + ahead.by })
      const nodes = [await scheduling(lab, undefined, ran), schedulingOn(other, '30 * * * *', ran)]
      const settle = async (): Promise<void> => {
        for (const { jobs } of nodes) await jobs.settle()
      }
      await settle()
      for (let minute = 0; minute < 180; minute += 2) {
        lab.clock.now += 120_000
        await settle()
        // Between the two clocks: the process whose clock is ahead has enqueued jobs that are not yet due by this one.
        if (minute === 84) nodes.push(await scheduling(lab, undefined, ran))
      }
      assert.equal(ran.length, 3)
      ahead.by = 3 * hour
      for (let look = 0; look < 30; look += 1) {
        lab.clock.now += 1_000
        await settle()
      }
      assert.ok(ran.length <= 3 + nodes.length, `${ran.length} jobs`)
    })
  })
}

describe('a cron line', () => {
  const times = (line: string, zone: string, { from, count }: { from: string; count: number }): readonly string[] => {
    const cron = new CronLine(line, zone)
    const found: string[] = []
    for (let moment = Date.parse(from); found.length < count; found.push(new Date(moment).toISOString())) {
      moment = cron.after(moment)
    }
    return found
  }

  test('comes once a day where the clocks are set on, and once where they are set back', () => {
    assert.deepEqual(times('30 2 * * *', 'Europe/Berlin', { from: '2026-03-28T00:00:00Z', count: 3 }), [
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
    assert.deepEqual(times('30 2 * * *', 'Europe/Berlin', { from: '2026-10-24T00:00:00Z', count: 3 }), [
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })

  test('comes each hour that really passes', () => {
    const hourly = times('0 * * * *', 'America/New_York', { from: '2026-11-01T03:00:00Z', count: 5 })
    assert.deepEqual(
      hourly.map((time) => time.slice(11, 13)),
      ['04', '05', '06', '07', '08'],
    )
  })

  test('is refused when it is none, never comes or names no zone', () => {
    for (const [line, zone] of [
      ['every day', 'UTC'],
      ['* * * * * *', 'UTC'],
      ['0 0 30 2 *', 'UTC'],
      ['0 0 * * *', 'Mars/Base'],
    ] as const) {
      assert.throws(() => new CronLine(line, zone), TypeError, line)
    }
  })
})
