import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { longestSpread } from './spread.ts'
import { openJobLab, tagged, type JobLab, type LabNode } from '../../testing/jobs/job-lab.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const kind = tagged({ name: 'report' })

interface Setting {
  readonly cron?: string
  readonly timeZone?: string
}

/** Time of a run, as the handler sees it, with its workspace. */
type Ran = readonly [orgId: string, at: string]

class Runs {
  readonly all: Ran[] = []

  take(): readonly Ran[] {
    return this.all.splice(0)
  }
}

async function createWorkspaces(lab: JobLab, zones: Readonly<Record<string, string>>): Promise<void> {
  await lab.query('create table workspaces (id text primary key, time_zone text not null, erase_at text, held_at text)')
  for (const [id, zone] of Object.entries(zones)) await add(lab, id, zone)
}

async function add(lab: JobLab, id: string, zone: string): Promise<void> {
  await lab.query(`insert into workspaces (id, time_zone) values ('${id}', '${zone}')`)
}

async function scheduling(lab: JobLab, runs: Runs, { cron = '0 9 * * *', timeZone = 'workspace' }: Setting = {}) {
  const node = await lab.start()
  node.service.handle(kind, async ({ orgId }) => void runs.all.push([orgId, iso(lab.clock.now)]))
  node.service.schedule(kind, cron, { each: 'workspace', timeZone, input: { tag: '' } })
  return node
}

/** Goes on in steps of five minutes, so that a run is known to ten of them at most. */
async function pass(lab: JobLab, nodes: readonly LabNode[], time: number): Promise<void> {
  for (const end = lab.clock.now + time; lab.clock.now < end;) {
    lab.clock.now += 5 * minute
    await Promise.all(nodes.map(({ jobs }) => jobs.settle()))
  }
}

for (const product of testDatabases) {
  describe(`a schedule for each workspace on ${product.dialect}: times`, () => {
    test('§P98 makes one job in each workspace at the hour of its time zone, however many processes there are', async () => {
      await using lab = await openJobLab(product)
      await createWorkspaces(lab, { org_a: 'Asia/Tokyo', org_b: 'Europe/Berlin', org_c: 'Europe/Berlin', org_u: 'UTC' })
      const runs = new Runs()
      const nodes = [await scheduling(lab, runs), await scheduling(lab, runs)]
      await Promise.all(nodes.map(({ jobs }) => jobs.settle()))
      await pass(lab, nodes, day + hour)
      const ran = new Map(runs.take())
      assert.equal(ran.size, 4)
      const due = {
        org_a: '2026-01-02T00:00Z',
        org_b: '2026-01-01T08:00Z',
        org_c: '2026-01-01T08:00Z',
        org_u: '2026-01-01T09:00Z',
      }
      for (const [orgId, at] of Object.entries(due)) {
        const late = Date.parse(ran.get(orgId) ?? '') - Date.parse(at)
        assert.ok(late >= 0 && late <= longestSpread + 5 * minute, `${orgId} at ${ran.get(orgId)}`)
      }
      await pass(lab, nodes, 2 * day)
      assert.equal(runs.all.length, 8)
      assert.equal((await lab.query('select 1 from host_workspace_schedules')).length, 3, 'one row for each zone')
    })

    test('§P98 spreads the jobs of 1,000 workspaces, and gives a workspace the same turn every day', async () => {
      await using lab = await openJobLab(product)
      await createWorkspaces(lab, {})
      const ids = Array.from({ length: 1_000 }, (_, place) => `('org_${String(place).padStart(4, '0')}', 'UTC')`)
      await lab.query(`insert into workspaces (id, time_zone) values ${ids.join(', ')}`)
      const node = await scheduling(lab, new Runs(), { timeZone: 'UTC' })
      await node.jobs.look()
      const turns: Map<string, number>[] = []
      for (const count of [1, 2]) {
        lab.clock.now = Date.UTC(2026, 0, count, 9)
        for (let look = 0; look < 11; look += 1) await node.jobs.look()
        const jobs = await lab.query('select org_id, at, state from host_jobs')
        assert.equal(jobs.length, 1_000)
        turns.push(new Map(jobs.map((job) => [String(job['org_id']), Number(job['at']) - lab.clock.now])))
        await lab.query('delete from host_jobs')
      }
      assert.deepEqual(turns[0], turns[1])
      const perMinute = new Map<number, number>()
      for (const turn of turns[0]?.values() ?? []) {
        assert.ok(turn >= 0 && turn < longestSpread)
        const at = Math.floor(turn / minute)
        perMinute.set(at, (perMinute.get(at) ?? 0) + 1)
      }
      assert.ok(Math.max(...perMinute.values()) < 150, [...perMinute].join(' '))
    })

    test('§P98 continues after a process that was killed between two pages, with one job in each workspace', async () => {
      await using lab = await openJobLab(product)
      await createWorkspaces(lab, {})
      const ids = Array.from({ length: 250 }, (_, place) => `('org_${place}', 'UTC')`)
      await lab.query(`insert into workspaces (id, time_zone) values ${ids.join(', ')}`)
      const runs = new Runs()
      const killed = await scheduling(lab, runs)
      await killed.jobs.look()
      lab.clock.now = Date.UTC(2026, 0, 1, 9)
      await killed.jobs.look()
      const [made] = await lab.query('select count(*) as count from host_jobs')
      assert.equal(Number(made?.['count']), 100)
      const next = await scheduling(lab, runs)
      await next.jobs.settle()
      lab.clock.now += longestSpread
      await next.jobs.settle()
      assert.equal(runs.all.length, 250)
      assert.equal(new Set(runs.all.map(([orgId]) => orgId)).size, 250)
    })

    test('§P98 makes up for missed times with one job in each workspace', async () => {
      await using lab = await openJobLab(product)
      await createWorkspaces(lab, { org_a: 'Asia/Tokyo', org_b: 'Europe/Berlin' })
      const runs = new Runs()
      await (await scheduling(lab, runs)).jobs.settle()
      lab.clock.now += 20 * day
      const node = await scheduling(lab, runs)
      await pass(lab, [node], hour)
      assert.deepEqual(
        runs
          .take()
          .map(([orgId]) => orgId)
          .toSorted(),
        ['org_a', 'org_b'],
      )
    })

    test('§P98 makes no job where the feature is off, the workspace is to be erased, or it is held', async () => {
      await using lab = await openJobLab(product)
      await createWorkspaces(lab, { org_gone: 'UTC', org_held: 'UTC', org_off: 'UTC', org_on: 'UTC' })
      await lab.query(`update workspaces set erase_at = '2027-01-01' where id = 'org_gone'`)
      await lab.query(`update workspaces set held_at = '2026-01-01' where id = 'org_held'`)
      lab.standings.set('org_off', 'held')
      const runs = new Runs()
      const node = await scheduling(lab, runs)
      await node.jobs.settle()
      await pass(lab, [node], day)
      assert.deepEqual(
        runs.take().map(([orgId]) => orgId),
        ['org_on'],
      )
      assert.equal((await lab.jobs()).length, 1, 'none is held')
      lab.standings.delete('org_off')
      await pass(lab, [node], day)
      assert.deepEqual(
        runs
          .take()
          .map(([orgId]) => orgId)
          .toSorted(),
        ['org_off', 'org_on'],
      )
    })
  })

  describe(`a schedule for each workspace on ${product.dialect}: changes`, () => {
    test('§P98 follows a workspace to another time zone, which another process may not know yet', async () => {
      await using lab = await openJobLab(product)
      await createWorkspaces(lab, { org_a: 'UTC' })
      const runs = new Runs()
      const node = await scheduling(lab, runs)
      await node.jobs.settle()
      lab.clock.now = Date.UTC(2026, 0, 1, 8, 59, 50)
      await node.jobs.settle()
      // Ten seconds before it is nine there; rows and zones are read every half a minute.
      await lab.query(`update workspaces set time_zone = 'Africa/Abidjan'`)
      lab.clock.now += 20_000
      await node.jobs.settle()
      await pass(lab, [node], hour)
      assert.equal(runs.take().length, 1)
      await lab.query(`update workspaces set time_zone = 'Mars/Base'`)
      await pass(lab, [node], day)
      assert.equal(runs.take().length, 1, 'an unknown zone counts as UTC')
      assert.match(lab.log.join('\n'), /unknown; its schedules run in UTC/)
    })

    test('§P98 comes once on the days on which the clocks change', async () => {
      await using lab = await openJobLab(product)
      await createWorkspaces(lab, { org_a: 'Europe/Berlin' })
      const runs = new Runs()
      lab.clock.now = Date.UTC(2026, 2, 28, 12)
      const node = await scheduling(lab, runs, { cron: '30 2 * * *' })
      await node.jobs.settle()
      for (const [start, time] of [
        [Date.UTC(2026, 2, 28, 12), '2026-03-29T01:00Z'],
        [Date.UTC(2026, 9, 24, 12), '2026-10-25T00:30Z'],
      ] as const) {
        lab.clock.now = start - hour
        await pass(lab, [node], hour)
        runs.take()
        await pass(lab, [node], day)
        const [[, at] = ['', '']] = runs.all
        assert.equal(runs.take().length, 1)
        const late = Date.parse(at) - Date.parse(time)
        assert.ok(late >= 0 && late <= longestSpread + 5 * minute, at)
      }
    })

    test('§P47 §P98 comes back to its times when the clock was a year ahead', async () => {
      await using lab = await openJobLab(product)
      await createWorkspaces(lab, { org_a: 'UTC' })
      const runs = new Runs()
      const node = await scheduling(lab, runs)
      await node.jobs.settle()
      await lab.query(`update host_workspace_schedules set next_at = next_at + ${365 * day}`)
      const other = await scheduling(lab, runs)
      await pass(lab, [node, other], 2 * day)
      assert.equal(runs.all.length, 2)
      assert.match(lab.log.join('\n'), /A clock was ahead/)
    })

    test('refuses a kind of another place, and a wrong zone or line', async () => {
      await using lab = await openJobLab(product)
      const { service } = await lab.start()
      const ofInstance = { ...kind, name: 'sweep', place: 'instance' as const }
      service.handle(kind, async () => undefined)
      service.handle(ofInstance, async () => undefined)
      const input = { tag: '' }
      // @ts-expect-error A job of a workspace needs its workspace.
      assert.throws(() => service.schedule(kind, '0 9 * * *', { input }), /each: 'workspace'/)
      // @ts-expect-error A job of the instance has none.
      assert.throws(() => service.schedule(ofInstance, '0 9 * * *', { input, each: 'workspace' }), /without each/)
      for (const [cron, timeZone] of [
        ['0 9 * * *', 'Mars/Base'],
        ['never', 'workspace'],
      ] as const) {
        assert.throws(() => service.schedule(kind, cron, { each: 'workspace', timeZone, input }), TypeError)
      }
    })
  })
}

function iso(moment: number): string {
  return new Date(moment).toISOString()
}
