/** Backups in the console, on both databases; the process of a backup is one of the test. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { AuditLog, Readiness } from '@host/plugin/platform'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { labHost, type LabPerson } from '@host/host/testing/lab-host'
import { plugin as notifications } from '@host/notifications/server'
import { plugin as backups } from '../../../plugins/backups/server/index.ts'
import type { Backups } from '../../../plugins/backups/shared.ts'
import { BackupError } from '../../../packages/host/src/backup/backup-error.ts'
import { recordedRun } from '../../../packages/host/src/backup/runs/recorded-run.ts'

const minute = 60_000
const day = 1_440 * minute

/** A host with a place for backups, and the end of the processes that make them. */
async function openLab(t: TestContext, fresh: TestDatabase) {
  const folder = await mkdtemp(join(tmpdir(), 'host-backups-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const state = { now: Date.UTC(2030, 5, 3, 10), end: 0, work: Promise.resolve() }
  const { host, admin, person } = await labHost(t, [notifications, backups], {
    environment: { HOST_DATABASE_URL: fresh.url, HOST_BACKUP: folder },
    isInTree: true,
    clock: () => state.now,
    runSelf: async (args, { onLine }) => {
      await state.work
      if (state.end !== 0) onLine('The disk is full.')
      else await record(fresh, args.includes('drill') ? 'drill' : 'backup', state.now)
      return state.end
    },
  })
  return { host, state, folder, admin: await admin(), owner: await person('owner') }
}

async function record(fresh: TestDatabase, kind: 'backup' | 'drill', now: number): Promise<void> {
  const database = await fresh.open({ isExclusive: false })
  const facts = { backup_id: 'bak_1', backup_at: new Date(now).toISOString(), bytes: 9_000, added: 10, note: null }
  await recordedRun({ database, kind, place: 'here', clock: () => now }, async () => [undefined, facts])
  await database.close()
}

/** The record of a backup that fails on another process. */
async function recordFailure(fresh: TestDatabase, now: number): Promise<void> {
  const database = await fresh.open({ isExclusive: false })
  const failing = () => Promise.reject(new BackupError('chunk_damaged', { name: 'abc' }))
  const run = recordedRun({ database, kind: 'backup', place: 'here', clock: () => now }, failing)
  await assert.rejects(run, { message: 'The chunk "abc" is damaged. Use another backup, or another copy.' })
  await database.close()
}

/** The record that a restore leaves. */
async function pretendRestore(fresh: TestDatabase): Promise<void> {
  const database = await fresh.open({ isExclusive: false })
  const values = `'rst_01h455vb4pex5vsknk084sn02q', 'bak_1', '2030-06-01T00:00:00.000Z', '2030-06-03T09:00:00.000Z'`
  const sql = `insert into host_restores (id, backup_id, backup_at, restored_at) values (${values})`
  await database.run({ sql, parameters: [], writes: true })
  await database.close()
}

async function read(admin: LabPerson, language = 'en'): Promise<Backups> {
  const headers = { 'accept-language': language }
  return (await (await admin.call('GET', '/api/instance/backups', { headers })).json()) as Backups
}

async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { readonly code: string }).code
}

for (const product of testDatabases) {
  suite(`backups in the console on ${product.dialect}`, () => {
    test('an instance admin makes and tries a backup, which the list, the readiness and the audit log show', async (t) => {
      await using fresh = await product.create()
      const { host, admin, owner, folder, state } = await openLab(t, fresh)
      const before = await read(admin)
      assert.deepEqual([before.place, before.items, before.lastBackup, before.isEncrypted], [folder, [], null, false])
      assert.equal(before.schedules?.backup.nextAt, '2030-06-04T02:30:00.000Z')
      const readiness = async () =>
        (await host.lookup(Readiness)!.items('en')).map(({ id, state: at, reason = '' }) =>
          `${id} ${at} ${reason}`.trim(),
        )
      assert.deepEqual(await readiness(), ['backups warn No backup has been made yet.'])

      const work = Promise.withResolvers<void>()
      state.work = work.promise
      assert.equal((await admin.call('POST', '/api/instance/backup')).status, 204)
      const again = await admin.call('POST', '/api/instance/backup')
      assert.deepEqual([again.status, await codeOf(again)], [409, 'conflict'])
      assert.equal((await read(admin)).running.backup, true)
      work.resolve()
      await host.settleJobs()
      assert.deepEqual(await readiness(), [
        'backups ok',
        'backup-drills warn No drill has proved that a backup can be restored.',
      ])
      assert.equal((await admin.call('POST', '/api/instance/backups/drill')).status, 204)
      await host.settleJobs()
      const after = await read(admin)
      assert.deepEqual(
        after.items.map(({ kind, state: at }) => `${kind} ${at}`).toSorted((one, other) => (one < other ? -1 : 1)),
        ['backup done', 'drill done'],
      )
      assert.deepEqual([after.lastBackup?.bytes, after.lastProof?.backupId, after.troubles], [9_000, 'bak_1', []])
      assert.deepEqual(await readiness(), ['backups ok', 'backup-drills ok'])
      const { items: entries } = await host.lookup(AuditLog)!.list(undefined, { limit: 50 })
      assert.deepEqual(
        entries.filter(({ plugin }) => plugin === 'backups').map(({ action, actor }) => `${action} ${actor.kind}`),
        ['backup.drill_started user', 'backup.started user'],
      )

      for (const [method, path] of [
        ['GET', '/api/instance/backups'],
        ['POST', '/api/instance/backup'],
        ['POST', '/api/instance/backups/drill'],
      ] as const) {
        assert.equal((await owner.call(method, path)).status, 403, path)
      }
      state.now += 16 * minute
      assert.equal(await codeOf(await admin.call('POST', '/api/instance/backup')), 'reauthentication_required')
    })

    test('after a restore no backup starts until an instance admin releases the background work; a failure is read in both languages', async (t) => {
      await using fresh = await product.create()
      const { host, admin, owner, state } = await openLab(t, fresh)
      await pretendRestore(fresh)
      const { hold } = await read(admin)
      assert.deepEqual([hold?.backupId, hold?.backupAt], ['bak_1', '2030-06-01T00:00:00.000Z'])
      assert.ok((hold?.waitingJobs ?? -1) >= 0)
      const conditions = async () =>
        (await host.lookup(Readiness)!.items('en')).map(({ id, state: at }) => `${id} ${at}`)
      assert.deepEqual((await conditions())[0], 'restore-hold fail')
      assert.equal((await admin.call('POST', '/api/instance/backup')).status, 409)
      assert.equal((await owner.call('POST', '/api/instance/backups/release')).status, 403)
      assert.equal((await admin.call('POST', '/api/instance/backups/release')).status, 204)
      assert.equal((await read(admin)).hold, null)
      assert.equal((await admin.call('POST', '/api/instance/backups/release')).status, 409)
      assert.equal((await conditions()).includes('restore-hold fail'), false)
      await recordFailure(fresh, state.now)
      const notes = await Promise.all(
        ['en', 'zh'].map(async (language) => (await read(admin, language)).items[0]?.note),
      )
      assert.deepEqual(notes, [
        'The chunk "abc" is damaged. Use another backup, or another copy.',
        '数据块“abc”已损坏。请使用其他备份或其他副本。',
      ])
      assert.equal((await admin.call('POST', '/api/instance/backup')).status, 204)
      const { items: entries } = await host.lookup(AuditLog)!.list(undefined, { limit: 50 })
      assert.equal(entries.filter(({ action }) => action === 'restore.released').length, 1)
    })

    test('admins are notified of a backup that fails, and of one that is late', async (t) => {
      await using fresh = await product.create()
      const { host, admin, state } = await openLab(t, fresh)
      const inbox = async (): Promise<readonly string[]> => {
        const answer = await admin.call('GET', '/api/notifications')
        const { items } = (await answer.json()) as {
          readonly items: readonly { readonly title: string; body: string }[]
        }
        return items.map(({ title, body }) => `${title}: ${body.split('\n')[0]}`)
      }
      state.end = 1
      await admin.call('POST', '/api/instance/backup')
      await host.settleJobs()
      assert.deepEqual(await inbox(), ['The last backup failed: The disk is full.'])
      assert.deepEqual((await read(admin)).troubles, ['backup_failed'])
      state.now += 3 * day
      await host.settleJobs()
      assert.deepEqual((await read(admin)).troubles, ['backup_failed', 'backup_overdue'])
      assert.deepEqual(
        (await inbox()).map((text) => text.split(':')[0]),
        ['The last backup is too old', 'The last backup failed'],
      )
    })
  })
}
