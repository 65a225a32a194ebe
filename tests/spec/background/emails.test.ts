/** Emails of plugins: durable jobs that reach a real mail server. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { definePlugin, defineJob, Jobs, json, Mail, type OutgoingMail } from '@host/plugin'
import { createTestHost, type TestHost } from '@host/testing'
import * as z from 'zod/mini'
import { testDatabases, type TestDatabase, type TestDatabaseProduct } from '@host/host/testing/database/test-databases'
import { hostTables } from '@host/host/testing/database/host-tables'
import { plugin as jobsPlugin } from '../../../plugins/jobs/server/index.ts'
import { listJobs, retryJob, type Job } from '../../../plugins/jobs/shared.ts'
import { plugin as smtp } from '../../../plugins/smtp/server/index.ts'
import { until } from '@host/host/testing/until'
import { startMailServer, type MailServer, type MailServerOptions } from '../lab/mail-server.ts'

const reader = 'ada.reader@example.test'
const email = {
  to: [reader],
  subject: 'A subject of its own',
  text: 'https://host.test/secret?token=a-secret-of-a-link',
} satisfies OutgoingMail

const jobInput = z.strictObject({})
const quiet = defineJob({ name: 'quiet', input: jobInput, attempts: 1 })
const direct = defineJob({ name: 'direct', input: jobInput, attempts: 1 })

/** A plugin that sends the email of a request. */
const mailer = definePlugin({
  name: 'mailer',
  info: { title: 'Mailer', description: 'Sends emails', icon: 'mail', category: 'Work', api: '^1' },
  models: [],
  mount(mux, ctx) {
    const jobs = ctx.lookup(Jobs)!
    jobs.handle(quiet, async () => void (await ctx.sendMail(email)))
    jobs.handle(direct, async () => void (await ctx.lookup(Mail)?.send(email)))
    mux.handle(
      'POST /api/x/mailer/emails',
      ctx.guard(async ({ orgId, db, request }) => {
        const { isUndone, mail } = (await request.json()) as { isUndone: boolean; mail: OutgoingMail }
        const sent = await db.transaction(async () => {
          const { id } = await ctx.sendMail({ ...mail, orgId })
          if (isUndone) throw new Error('undone')
          return id
        })
        return json({ id: sent })
      }),
    )
    mux.handle(
      'POST /api/x/mailer/jobs',
      ctx.guard(async ({ orgId }) => {
        for (const kind of [quiet, direct]) await jobs.enqueue(orgId, kind, {})
        return json({})
      }),
    )
  },
})

interface Lab extends AsyncDisposable {
  readonly host: TestHost
  readonly database: TestDatabase
  /** The port of the mail server; nothing listens there before `startServer`. */
  startServer(options?: MailServerOptions): Promise<MailServer>
  send(mail?: Partial<OutgoingMail>, isUndone?: boolean): Promise<{ readonly status: number; readonly id?: string }>
  /** The emails as the console lists them. */
  emails(): Promise<readonly Job[]>
}

async function openLab(product: TestDatabaseProduct): Promise<Lab> {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await product.create(hostTables))
  const { port } = await freePort()
  const host = stack.use(
    await createTestHost({
      plugins: [mailer, jobsPlugin, smtp],
      environment: {
        HOST_DATABASE_URL: database.url,
        HOST_PUBLIC_URL: 'http://host.test',
        HOST_SMTP_URL: `smtp://127.0.0.1:${port}`,
        HOST_SMTP_FROM: 'Host <host@host.test>',
      },
    }),
  )
  const held = stack.move()
  return {
    host,
    database,
    startServer: async (options) => held.use(await startMailServer({ port, ...options })),
    send: async (mail = {}, isUndone = false) => {
      const answer = await host.as('owner').post('/api/x/mailer/emails', { mail: { ...email, ...mail }, isUndone })
      return { status: answer.status, ...((await answer.json()) as { id?: string }) }
    },
    emails: async () => {
      await host.settleJobs()
      const { items } = await host.as('instanceAdmin').call(listJobs, {})
      return items.filter(({ name }) => name === 'mail.send')
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** A port that nothing listens on. */
async function freePort(): Promise<{ readonly port: number }> {
  await using server = await startMailServer()
  return { port: server.port }
}

for (const product of testDatabases) {
  describe(`on ${product.name}`, () => {
    test('§P80 an email leaves after the commit of its cause, and one that was rolled back leaves never', async () => {
      await using lab = await openLab(product)
      const server = await lab.startServer()
      const { status, id } = await lab.send()
      assert.equal(status, 200)
      assert.equal((await lab.send({ subject: 'Undone' }, true)).status, 500)
      const [one, ...others] = await lab.emails()
      assert.deepEqual([one?.id, one?.state, others], [id, 'done', []])
      assert.deepEqual(
        server.emails.map(({ mail }) => [mail.subject, mail.messageId]),
        [[email.subject, `<${id}@host.test>`]],
      )
    })

    test('§P83 a queued email shows no address, subject, text or link: not in the table, not in the console', async () => {
      await using lab = await openLab(product)
      await lab.send()
      const shown = await lab.emails()
      assert.equal(shown.length, 1)
      const opened = await lab.database.open({ isExclusive: false })
      const { rows } = await opened.run({ sql: 'select * from host_jobs', parameters: [], writes: false })
      await opened.close()
      assert.equal(rows.length, 1)
      const logs = lab.host.logs.map(({ message }) => message)
      for (const secret of [reader, email.subject, email.text, 'a-secret-of-a-link']) {
        assert.ok(!JSON.stringify([rows, shown, logs]).includes(secret), secret)
      }
    })
  })
}

const [sqlite] = testDatabases
assert.ok(sqlite)

test('§P82 an email that the server does not accept is sent later; one that it refuses fails, and is sent again on demand', async () => {
  await using lab = await openLab(sqlite)
  await lab.send()
  const [down] = await lab.emails()
  assert.deepEqual([down?.state, down?.error, down?.attempt], ['waiting', 'mail_deferred', 1])
  assert.match(down?.fault ?? '', /rejected an email: \w+ at CONN\.$/)
  const refusal = { isOn: true }
  const server = await lab.startServer({
    onRcptTo: (_address, _session, done) =>
      done(refusal.isOn ? Object.assign(new Error(`words about ${reader}`), { responseCode: 550 }) : null),
  })
  lab.host.clock.advance({ seconds: 10 })
  const [failed] = await lab.emails()
  assert.deepEqual([failed?.state, failed?.error, failed?.attempt], ['failed', 'mail_refused', 2])
  assert.match(failed?.fault ?? '', /rejected an email: \w+ with 550 at RCPT TO\.$/)
  assert.deepEqual(server.emails, [])
  refusal.isOn = false
  await lab.host.as('instanceAdmin').call(retryJob, { id: failed?.id ?? '' })
  await server.emailTo(reader, email.subject)
  assert.deepEqual(
    (await lab.emails()).map(({ state }) => state),
    ['done'],
  )
})

test('§P84 an email is not sent after its deadline', async () => {
  await using lab = await openLab(sqlite)
  const soon = new Date(lab.host.clock.now() + 60_000).toISOString()
  const later = new Date(lab.host.clock.now() + 3_600_000).toISOString()
  await lab.send({ deadline: soon })
  await lab.send({ deadline: later, subject: 'In time' })
  await lab.emails()
  const server = await lab.startServer()
  lab.host.clock.advance({ minutes: 2 })
  const ended = await lab.emails()
  assert.deepEqual(
    ended.map(({ state, error }) => [state, error]),
    [
      ['failed', 'expired'],
      ['done', null],
    ],
  )
  assert.deepEqual(
    server.emails.map(({ mail }) => mail.subject),
    ['In time'],
  )
})

test('§P80 §P63 any job may queue an email, and one that does not declare the network may not send it itself', async () => {
  await using lab = await openLab(sqlite)
  const server = await lab.startServer()
  assert.equal((await lab.host.as('owner').post('/api/x/mailer/jobs', {})).status, 200)
  await until(() => server.emails.length > 0)
  await lab.host.settleJobs()
  const { items } = await lab.host.as('instanceAdmin').call(listJobs, { plugin: 'mailer' })
  const faults = new Map(items.map(({ name, fault }) => [name, fault]))
  assert.equal(faults.get('quiet'), null)
  assert.match(faults.get('direct') ?? '', /"direct" of mailer uses the network without declaring it/)
  assert.equal(server.emails.length, 1)
})

test('§P80 an email that no server could take is refused before it is queued', async () => {
  await using lab = await openLab(sqlite)
  for (const wrong of [{ to: [] }, { subject: 'a\nb' }, { deadline: 'soon' }, { text: 'x'.repeat(1_048_577) }]) {
    assert.equal((await lab.send(wrong)).status, 400, JSON.stringify(wrong).slice(0, 60))
  }
  assert.equal((await lab.send({ text: '\u0001你'.repeat(100_000) })).status, 200, 'whatever its characters are')
  assert.equal((await lab.emails()).length, 1)
})
