import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { defineJob, definePlugin, Jobs, json, Mail, type AnyPlugin, type OutgoingMail } from '@host/plugin'
import { RestoreHold } from '@host/plugin/platform'
import * as z from 'zod/mini'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { labHost, type LabHost } from '../../testing/lab-host.ts'
import { notesInfo } from '../../testing/notes-plugin.ts'
import { until } from '../../testing/until.ts'
import { makeBackup, restoreInstance } from '../boot/backup-commands.ts'
import { readConfig } from '../config/config.ts'

const count = defineJob({ name: 'count', input: z.strictObject({}), attempts: 5 })
const email: OutgoingMail = { to: ['ada@example.com'], subject: 'Due', text: 'It was due.' }

/** A plugin with a job and an email. Until it works, neither gets done: both are due again later. */
function sender(sent: string[], works: boolean): AnyPlugin {
  const send = (what: string): void => {
    if (!works) throw new Error('Not yet.')
    sent.push(what)
  }
  return definePlugin({
    name: 'sender',
    info: { ...notesInfo, title: 'Sender' },
    models: [],
    mount(mux, ctx) {
      const jobs = ctx.lookup(Jobs)!
      ctx.provide(Mail, {
        canSend: async () => true,
        onEmail: () => undefined,
        send: async () => {
          send('email')
          return { id: 'one' }
        },
      })
      jobs.handle(count, async () => send('job'))
      mux.handle(
        'POST /api/x/sender/due',
        ctx.guard(async ({ orgId }) => {
          await jobs.enqueue(orgId, count, {})
          await ctx.sendMail({ ...email, orgId })
          return json({})
        }),
      )
    },
  })
}

for (const product of testDatabases) {
  test(`${product.name}: a restored instance sends nothing that was due, and all of it once after the word`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'host-hold-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    await using fresh = await product.create()
    const environment = {
      HOST_DATA: folder,
      HOST_DATABASE_URL: fresh.url,
      HOST_BACKUP: join(folder, 'backups'),
      HOST_SECRET_KEY: 'DxhRUAvNJAXMYFlMDoqzz0OW6JUYCzGMj5gaLTwKotM=',
    }
    const config = readConfig(environment)
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const sent: string[] = []
    const start = (works: boolean): Promise<LabHost> => labHost(t, [sender(sent, works)], { environment })

    const before = await start(false)
    const owner = await before.person('owner')
    assert.equal((await owner.call('POST', '/api/x/sender/due')).status, 200)
    const build = { version: '1.0.0', plugins: [] }
    await makeBackup({ config, place: undefined, log, build, signal: new AbortController().signal })
    await before.host.stop()
    assert.deepEqual(sent, [])
    const restored = await restoreInstance({
      config,
      place: undefined,
      id: undefined,
      identity: undefined,
      confirm: async () => true,
    })
    assert.ok(restored?.copy !== undefined)
    const database = await fresh.open({ isExclusive: false })
    const sql = 'select state, backup_id from host_backup_runs'
    const { rows } = await database.run({ sql, parameters: [], writes: false })
    await database.close()
    assert.deepEqual(rows, [{ state: 'done', backup_id: restored.head.id }], 'the run that made the backup has ended')

    const after = await start(true)
    const hold = after.host.lookup(RestoreHold)
    assert.equal((await hold?.state())?.backupId, restored.head.id)
    const again = await after.person('owner')
    assert.equal((await again.call('POST', '/api/x/sender/due')).status, 200, 'it serves meanwhile')
    // Far longer than a look for work takes.
    await sleep(1_500)
    assert.deepEqual(sent, [], 'nothing is sent, whether it was due before the restore or was added after it')
    assert.equal(await hold?.release('usr_1'), true)
    await until(() => sent.length >= 4)
    // For one that would be sent twice.
    await sleep(500)
    const counts = Object.groupBy(sent as readonly string[], (each) => each)
    assert.deepEqual([counts['email']?.length, counts['job']?.length, sent.length], [2, 2, 4])
    assert.equal(await hold?.release('usr_1'), false, 'a second word changes nothing')
    assert.equal(await hold?.state(), undefined)
  })
}
