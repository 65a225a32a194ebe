/** Clones of workspaces beside a running host, by the operator's commands: they send nothing until they are released. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { defineEvent, definePlugin, Events, type PluginContext } from '@host/plugin'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { until } from '@host/host/testing/until'
import * as z from 'zod'
import { inTree } from '../../../apps/server/src/edition.ts'
import { typeCommand } from '../../../packages/cli/src/commands/testing/type-command.ts'
import { editionTemplate } from '../lab/edition-template.ts'
import { startMailServer, type MailServer } from '../lab/mail-server.ts'
import { emailOf, password } from '../lab/people.ts'
import { secretKey } from '../lab/secret-key.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'
import { startReceiver, type WebhookReceiver } from '../lab/webhook-receiver.ts'

const called = defineEvent({
  name: 'herald.called',
  description: 'The herald called',
  data: z.object({ word: z.string() }),
  example: { word: 'hear' },
  toJSONSchema: z.toJSONSchema,
})

let context: PluginContext | undefined

/** A plugin that publishes events and sends email for any workspace. */
const herald = definePlugin({
  name: 'herald',
  info: { title: 'Herald', description: 'Calls', icon: 'bell', category: 'Work', api: '^1' },
  models: [],
  events: [called],
  mount(_, ctx) {
    context = ctx
  },
})

/** Publishes an event in a workspace, and sends an email for it. */
async function call(orgId: string, word: string): Promise<void> {
  await context?.lookup(Events)?.publish(called, orgId, { word })
  await context?.sendMail({ to: ['reader@else.test'], subject: word, text: word, orgId })
}

const sorted = (texts: readonly string[]): readonly string[] => texts.toSorted()

void suite('a held workspace', () => {
  const held = new AsyncDisposableStack()
  let database: TestDatabase
  let receiver: WebhookReceiver
  let peer: MailServer
  let spec: SpecHost
  let ada: Visitor

  const type = (...typed: string[]) =>
    typeCommand(['workspace', ...typed], {
      cwd: dirname(database.url),
      env: {
        HOST_DATABASE_URL: database.url,
        HOST_DATA: dirname(database.url),
        HOST_SECRET_KEY: secretKey,
        HOST_BACKUP: join(dirname(database.url), 'backups'),
      },
      edition: { inTree, outOfTree: [herald] },
    })
  /** What arrived so far, as the words of the herald. */
  const arrived = () => ({
    webhooks: sorted(receiver.received.map(({ text }) => (JSON.parse(text) as { data: { word: string } }).data.word)),
    emails: sorted(peer.emails.map(({ mail }) => String(mail.subject))),
  })

  before(async () => {
    const [sqlite] = testDatabases
    assert.ok(sqlite)
    database = held.use(await sqlite.create(editionTemplate()))
    receiver = held.use(await startReceiver())
    peer = held.use(await startMailServer())
    spec = held.use(
      await startSpecHost({
        at: database,
        plugins: [herald],
        environment: {
          HOST_SAFEHTTP_ALLOW: '127.0.0.1/32',
          HOST_SMTP_URL: `smtp://127.0.0.1:${peer.port}`,
          HOST_SMTP_FROM: 'Host <host@host.test>',
          HOST_PUBLIC_URL: 'http://host.test',
        },
      }),
    )
    ada = await spec.visitor().signIn(emailOf('ada'), password)
    assert.equal((await ada.post('/api/webhooks', { url: receiver.url, events: ['herald.called'] })).status, 201)
  })
  after(() => held.disposeAsync())

  const own = async () => (await ada.get<{ workspace: { id: string; slug: string } }>('/api/auth/me')).body.workspace
  const idIn = (written: string) => /\borg_\w+/.exec(written)?.[0] ?? ''

  test('§I31 a clone sends nothing and is read-only until the operator releases it, and then it sends', async () => {
    const { id, slug } = await own()
    const cloned = await type('clone', slug, '--slug', 'staging')
    assert.equal(cloned.code, 0, cloned.reported)
    assert.match(cloned.reported, /read-only and sends nothing. To release it: host workspace release staging/)
    const clone = idIn(cloned.written)
    await call(id, 'original')
    await call(clone, 'clone')
    await until(() => arrived().webhooks.length > 0 && arrived().emails.length > 0)
    await spec.host.settleJobs()
    assert.deepEqual(arrived(), { webhooks: ['original'], emails: ['original'] })

    assert.equal((await ada.post('/api/auth/switch', { workspaceId: clone })).status, 200)
    await ada.refresh()
    assert.equal((await ada.get('/api/webhooks')).status, 200)
    const refused = await ada.post<{ code: string }>('/api/webhooks', { url: receiver.url, events: ['herald.called'] })
    assert.deepEqual([refused.status, refused.body.code], [403, 'workspace_suspended'])

    const released = await type('release', 'staging')
    assert.deepEqual([released.code, released.reported], [0, ''])
    await until(() => arrived().webhooks.length > 1 && arrived().emails.length > 1)
    assert.deepEqual(arrived(), { webhooks: ['clone', 'original'], emails: ['clone', 'original'] })
    assert.equal((await ada.post('/api/webhooks', { url: receiver.url, events: ['herald.called'] })).status, 201)
    assert.equal((await type('release', 'staging')).code, 1)
    await ada.post('/api/auth/switch', { workspaceId: id })
    await ada.refresh()
  })

  test("§I31 yesterday's copy of a workspace comes out of a backup, and by a file from another instance", async () => {
    const { slug, id } = await own()
    const made = await typeCommand(['backup'], {
      cwd: dirname(database.url),
      env: {
        HOST_DATABASE_URL: database.url,
        HOST_DATA: dirname(database.url),
        HOST_SECRET_KEY: secretKey,
        HOST_BACKUP: join(dirname(database.url), 'backups'),
      },
    })
    assert.equal(made.code, 0, made.reported)
    assert.equal((await ada.send('PATCH', `/api/workspaces/${id}`, { body: { name: 'Renamed today' } })).status, 200)
    const folder = dirname(database.url)
    const backups = join(folder, 'backups')
    const cloned = await type('clone', slug, '--slug', 'yesterday', '--from-backup', backups)
    assert.equal(cloned.code, 0, cloned.reported)
    const { rows } = await rowsOf(
      database,
      `select name, held_at from workspaces where slug in ('yesterday', '${slug}') order by slug`,
    )
    const kept = rows.map(({ name, held_at: since }) => `${name === 'Renamed today'} ${since === null}`)
    assert.deepEqual(sorted(kept), ['false false', 'true true'])

    await writeFile(join(folder, 'passphrase'), 'a long passphrase of the test\n')
    const [file, sealing] = [join(folder, 'w.workspace'), ['--passphrase-file', 'passphrase']]
    const exported = await type('export', slug, '--out', file, ...sealing)
    assert.equal(exported.code, 0, exported.reported)
    const again = await type('import', file, ...sealing)
    assert.deepEqual([again.code, /already\. Import it as a clone/.test(again.reported)], [1, true])
    const imported = await type('import', file, ...sealing, '--clone', '--slug', 'imported')
    assert.equal(imported.code, 0, imported.reported)
    const unsealed = await type('export', slug, '--out', `${file}2`)
    assert.deepEqual([unsealed.code, /Seal the file/.test(unsealed.reported)], [2, true])
  })
})

async function rowsOf(database: TestDatabase, sql: string) {
  const opened = await database.open({ isExclusive: false })
  const found = await opened.run({ sql, parameters: [], writes: false })
  await opened.close()
  return found
}
