import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { Backups, type BackupRun, type BackupsService } from '@host/plugin/platform'
import { testDatabases, type TestDatabase } from '../../../testing/database/test-databases.ts'
import { labHost } from '../../../testing/lab-host.ts'
import { until } from '../../../testing/until.ts'
import { BackupRunning } from '../backup-error.ts'
import { runsOf, recordedRun } from './recorded-run.ts'
import { noNote } from './run-note.ts'
import type { RunSelf } from './run-self.ts'

const minute = 60_000
const metricsToken = 'a-long-and-random-token-of-the-operator'
const secretKey = randomBytes(32).toString('base64')
const facts = { backup_id: 'bak_1', backup_at: '2030-06-03T02:30:00.000Z', bytes: 9_000, added: 10, ...noNote }

/** A host that makes backups by a process of a test, at half past two and on Sundays at half past four. */
async function openLab(t: TestContext, fresh: TestDatabase, runSelf: RunSelf) {
  const folder = await mkdtemp(join(tmpdir(), 'host-backups-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const time = { now: Date.UTC(2030, 5, 3, 1) }
  const { host, get } = await labHost(t, [], {
    environment: {
      HOST_METRICS_TOKEN: metricsToken,
      HOST_DATABASE_URL: fresh.url,
      HOST_SECRET_KEY: secretKey,
      HOST_BACKUP: folder,
      HOST_STOP_TIMEOUT: '2',
    },
    clock: () => time.now,
    runSelf,
  })
  const backups = host.lookup(Backups)!
  const at = async (moment: number): Promise<void> => {
    time.now = moment
    await host.settleJobs()
  }
  const metrics = async (): Promise<string> =>
    await (await get('/metrics', { authorization: `Bearer ${metricsToken}` })).text()
  return { host, backups, time, at, metrics }
}

/** A process that records what a real one does. */
const recording =
  (fresh: TestDatabase, time: { readonly now: number }): RunSelf =>
  async (args) => {
    const database = await fresh.open({ isExclusive: false })
    const kind = args.includes('drill') ? 'drill' : 'backup'
    await recordedRun({ database, kind, place: 'here', clock: () => time.now }, async () => [undefined, facts])
    await database.close()
    return 0
  }

const statesOf = async (backups: BackupsService): Promise<readonly string[]> =>
  (await backups.overview(50)).runs.map(({ kind, state, note }) => [kind, state, note ?? '-'].join(' '))

for (const product of testDatabases) {
  suite(`backups that a host on ${product.dialect} makes by itself`, () => {
    test('schedule: a backup and a drill run at the times of their cron lines, each in a process of its own', async (t) => {
      await using fresh = await product.create()
      const started: string[] = []
      const time = { now: 0 }
      const lab = await openLab(t, fresh, async (args, options) => {
        started.push(args.join(' '))
        time.now = lab.time.now
        return await recording(fresh, time)(args, options)
      })
      await lab.at(Date.UTC(2030, 5, 3, 2, 29))
      assert.deepEqual(started, [])
      assert.doesNotMatch(await lab.metrics(), /^host_backup_age/m)
      await lab.at(Date.UTC(2030, 5, 3, 2, 31))
      assert.deepEqual(started.splice(0), ['backup'])
      const monday = await lab.backups.overview(50)
      assert.equal(monday.schedules?.backup.nextAt, '2030-06-04T02:30:00.000Z')
      assert.deepEqual([monday.lastBackup?.bytes, monday.lastProof, monday.troubles], [9_000, null, []])
      const scraped = await lab.metrics()
      assert.match(scraped, /^host_backup_age_seconds 60$/m)
      assert.match(scraped, /^host_backup_last_bytes 9000$/m)
      await lab.at(Date.UTC(2030, 5, 9, 4, 31))
      assert.deepEqual(new Set(started), new Set(['backup', 'backups drill']))
      assert.equal((await lab.backups.overview(50)).lastProof?.backupId, 'bak_1')
    })

    test('a process that fails before its record leaves one with its last line, and admins are notified once', async (t) => {
      await using fresh = await product.create()
      const process: { end: number | string } = { end: 1 }
      const lab = await openLab(t, fresh, async (_args, { onLine }) => {
        for (const line of ['Reading', 'The disk is full.']) onLine(line)
        return process.end
      })
      const failed: BackupRun[] = []
      lab.backups.onFailure((run) => void failed.push(run))
      assert.equal(await lab.backups.start('backup'), true)
      await lab.at(lab.time.now)
      assert.deepEqual(await statesOf(lab.backups), ['backup failed The disk is full.'])
      assert.deepEqual((await lab.backups.overview(50)).troubles, ['backup_failed'])
      process.end = 'SIGKILL'
      await lab.backups.start('drill')
      await lab.at(lab.time.now + minute)
      assert.deepEqual(
        failed.map(({ kind, note }) => [kind, note]),
        [
          ['backup', 'The disk is full.'],
          ['drill', 'Its process was ended by SIGKILL before it was done.'],
        ],
      )
      const { runs } = await lab.backups.overview(50)
      assert.deepEqual(
        runs.map(({ reason }) => reason?.zh),
        ['其进程在完成前被 SIGKILL 结束。', undefined],
      )
    })

    test('while one runs in any process none starts; one whose process died holds up none', async (t) => {
      await using fresh = await product.create()
      const time = { now: 0 }
      const lab = await openLab(t, fresh, (args, options) => recording(fresh, time)(args, options))
      const database = await fresh.open({ isExclusive: false })
      await lab.at(lab.time.now)
      lab.time.now = time.now = Date.UTC(2030, 5, 3, 2, 31)
      const at = new Date(lab.time.now).toISOString()
      const row = { kind: 'backup', state: 'running', started_at: at, seen_at: at, place: 'here' } as const
      await runsOf(database).insertInto('host_backup_runs').values(row).execute()
      assert.equal(await lab.backups.start('backup'), false)
      await lab.at(lab.time.now)
      assert.deepEqual(await statesOf(lab.backups), ['backup running -'], 'the schedule waits too')
      assert.equal((await lab.backups.overview(50)).running.backup, true)
      const options = { database, kind: 'backup', place: 'here', clock: () => lab.time.now } as const
      await assert.rejects(
        recordedRun(options, () => Promise.reject(new BackupRunning())),
        BackupRunning,
      )
      lab.time.now = time.now = lab.time.now + 6 * minute
      assert.deepEqual(await statesOf(lab.backups), ['backup interrupted -'])
      await lab.at(lab.time.now)
      assert.deepEqual(await statesOf(lab.backups), ['backup done -', 'backup interrupted -'])
      assert.equal(await lab.backups.start('backup'), true)
      await database.close()
    })

    test('the newest 200 runs of a kind are kept, and older ones that tell how old the last backup is', async (t) => {
      await using fresh = await product.create()
      await openLab(t, fresh, async () => 0)
      const database = await fresh.open({ isExclusive: false })
      const start = Date.UTC(2030, 0, 1)
      const rows = Array.from({ length: 210 }, (_, nth) => {
        const state = nth === 3 || nth === 5 ? ('done' as const) : ('failed' as const)
        const started_at = new Date(start + nth * minute).toISOString()
        return { kind: 'backup' as const, state, started_at, place: 'here', note: nth === 3 ? null : 'A note' }
      })
      await runsOf(database).insertInto('host_backup_runs').values(rows).execute()
      await runsOf(database)
        .insertInto('host_backup_runs')
        .values({ kind: 'drill', state: 'failed', started_at: new Date(start).toISOString(), place: 'here' })
        .execute()
      await recordedRun({ database, kind: 'backup', place: 'here', clock: () => start + 210 * minute }, async () => [
        undefined,
        facts,
      ])
      const kept = await runsOf(database).selectFrom('host_backup_runs').selectAll().orderBy('started_at').execute()
      await database.close()
      const at = kept
        .filter(({ kind }) => kind === 'backup')
        .map((row) => (Date.parse(row.started_at) - start) / minute)
      assert.deepEqual(at.slice(0, 4), [0, 3, 5, 11])
      assert.deepEqual([at.length, at.at(-1), kept.length], [203, 210, 204])
    })

    test('the stop of a host ends the process, and its work is done after the next start', async (t) => {
      await using fresh = await product.create()
      const stopped = Promise.withResolvers<number>()
      const lab = await openLab(t, fresh, (_args, { signal }) => {
        signal.addEventListener('abort', () => stopped.resolve(1))
        return stopped.promise
      })
      await lab.backups.start('backup')
      await until(async () => (await lab.backups.overview(1)).running.backup)
      await lab.host.stop()
      assert.equal(await stopped.promise, 1)
      const time = { now: lab.time.now }
      const again = await openLab(t, fresh, (args, options) => recording(fresh, time)(args, options))
      await again.at(again.time.now)
      assert.deepEqual(await statesOf(again.backups), ['backup done -'])
    })
  })
}

test('a host without a place or without an executable makes none by itself', async (t) => {
  const { host } = await labHost(t, [], { runSelf: async () => 0 })
  const backups = host.lookup(Backups)!
  const { place, schedules, troubles } = await backups.overview(1)
  assert.deepEqual([place, schedules, troubles], [null, null, []])
  await assert.rejects(backups.start('backup'), { code: 'conflict' })
})
