import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { longestSpread } from './spread.ts'
import { joinJobLab, type JobLab, type LabNode } from '../../testing/jobs/job-lab.ts'
import { nine, scheduleReports } from '../../testing/jobs/reports.ts'
import { until } from '../../testing/until.ts'

const script = new URL('../../testing/jobs/schedule-process.ts', import.meta.url).pathname
const isSoak = process.env['HOST_SOAK'] === '1'
/** Three pages of a schedule. */
const workspaces = 250
/** Runs before the kill: while jobs are made, and while they run. A soak kills anywhere. */
const moments = isSoak ? Array.from({ length: 20 }, () => Math.floor(Math.random() * workspaces)) : [0, 120]
const day = 86_400_000
const midnight = nine - 9 * 3_600_000

for (const product of testDatabases) {
  for (const [place, moment] of moments.entries()) {
    // One process at a time has a database of SQLite.
    const isShared = product.dialect === 'postgres' && place % 2 === 0
    const survivor = isShared ? 'another process' : 'the next start'
    test(`§P8 §P98 ${survivor} runs the rest when a process was killed after ${moment} runs of ${workspaces}, on ${product.dialect}`, async () => {
      await using fresh = await product.create()
      await createWorkspaces(fresh.url)
      await using other = isShared ? await startReports(fresh.url, midnight) : undefined
      const dead = await runUntilKilled(fresh.url, moment)
      await using next = other ?? (await startReports(fresh.url, nine))
      const { lab } = next
      await settled(lab)
      const atKill = await states(lab)
      await lab.query(`delete from host_nodes where id = '${dead}'`)
      await finish(next)
      assert.deepEqual(new Set((await states(lab)).values()), new Set(['done']))
      for (const [orgId, count] of await runs(lab)) {
        // A run that the kill interrupted is run again; all others once.
        const most = atKill.get(orgId) === 'running' ? 2 : 1
        assert.ok(count <= most, `${orgId} was ${atKill.get(orgId)} at the kill, and has ${count} runs`)
      }
      await lab.query('delete from reports')
      lab.clock.now = nine + day
      await finish(next)
      assert.deepEqual(new Set((await runs(lab)).values()), new Set([1]), 'one run each on the next day')
    })
  }
}

interface Survivor extends AsyncDisposable {
  readonly lab: JobLab
  readonly node: LabNode
}

async function startReports(url: string, now: number): Promise<Survivor> {
  const lab = await joinJobLab(url)
  lab.clock.now = now
  const node = await scheduleReports(lab)
  await node.jobs.look()
  return { lab, node, [Symbol.asyncDispose]: () => lab[Symbol.asyncDispose]() }
}

async function createWorkspaces(url: string): Promise<void> {
  await using lab = await joinJobLab(url)
  await lab.query('create table workspaces (id text primary key, time_zone text not null, erase_at text, held_at text)')
  await lab.query('create table reports (org_id text not null)')
  const rows = Array.from({ length: workspaces }, (_, place) => `('org_${place}', 'UTC')`)
  await lab.query(`insert into workspaces (id, time_zone) values ${rows.join(', ')}`)
}

/** @returns the node that died */
async function runUntilKilled(url: string, moment: number): Promise<string> {
  const child = spawn(process.execPath, ['--conditions=source', script, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (said.split('\n').length > moment + 1) child.kill('SIGKILL')
  })
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  assert.equal(signal, 'SIGKILL', 'it was killed before it had ended')
  return said.split('\n', 1)[0] ?? ''
}

/** Waits for the statement of the killed process that PostgreSQL may still finish. */
async function settled({ database, query }: JobLab): Promise<void> {
  if (database.dialect !== 'postgres') return
  const running = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend' and state <> 'idle'`
  await until(async () => (await query(running)).length === 0)
}

/** The rest of a day: the pages that are left, then the jobs of the dead process, then all. */
async function finish({ lab, node }: Survivor): Promise<void> {
  lab.clock.now = Math.max(lab.clock.now, nine)
  await node.jobs.settle()
  await node.jobs.maintenance.look()
  lab.clock.now += longestSpread
  await node.jobs.settle()
}

async function states(lab: JobLab): Promise<ReadonlyMap<string, string>> {
  const jobs = await lab.jobs()
  const byWorkspace = new Map(jobs.map((job) => [String(job['org_id']), String(job['state'])]))
  assert.equal(byWorkspace.size, jobs.length, 'one job in each workspace')
  return byWorkspace
}

/** How often the report of each workspace was run. */
async function runs(lab: JobLab): Promise<ReadonlyMap<string, number>> {
  const rows = await lab.query('select org_id, count(*) as count from reports group by org_id')
  assert.equal(rows.length, workspaces, 'no workspace was left out')
  return new Map(rows.map((row) => [String(row['org_id']), Number(row['count'])]))
}
