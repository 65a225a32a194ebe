/** Emails in both directions: received at an endpoint, handled by a plugin, answered through a real mail server. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { definePlugin, Mail } from '@host/plugin'
import { SmtpSender } from '@host/plugin/platform'
import { createTestHost, type TestHost } from '@host/testing'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { hostTables } from '@host/host/testing/database/host-tables'
import { plugin as mailPlugin } from '../../../plugins/mail/server/index.ts'
import { createMailbox, listEmails, rotateInbound, secretHeader } from '../../../plugins/mail/shared.ts'
import { plugin as smtp } from '../../../plugins/smtp/server/index.ts'
import { startMailServer } from '../lab/mail-server.ts'

/** A plugin that answers every email it receives. */
const answering = definePlugin({
  name: 'answering',
  info: { title: 'Answering', description: 'Answers emails', icon: 'mail', category: 'Work', api: '^1' },
  models: [],
  mount(_mux, ctx) {
    ctx.onEmail(async ({ orgId }, { from, subject, text }) => {
      await ctx.sendMail({ orgId, to: [from], subject: `Re: ${subject}`, text: `You wrote: ${text.trim()}` })
    })
  },
})

const raw = [
  'From: Ada <ada@sender.example>',
  'To: support@acme.example',
  'Subject: Question',
  'Message-ID: <question@sender.example>',
  '',
  'Are you open?',
].join('\r\n')

async function deliver(host: TestHost): Promise<Response> {
  await host.proveHost('acme.example')
  const owner = host.as('owner')
  await owner.call(createMailbox, { address: 'support@acme.example' })
  const { path, secret } = await owner.call(rotateInbound, {})
  const headers = { 'content-type': 'message/rfc822', [secretHeader]: secret, 'x-envelope-to': 'support@acme.example' }
  return await host.as('anonymous').post(path ?? '', raw, { headers })
}

for (const product of testDatabases) {
  describe(`on ${product.name}`, () => {
    test('§2.23 §6.1 an email that arrives reaches a plugin, which answers it by email', async () => {
      await using database = await product.create(hostTables)
      await using server = await startMailServer()
      await using host = await createTestHost({
        plugins: [mailPlugin, smtp, answering],
        environment: {
          HOST_DATABASE_URL: database.url,
          HOST_PUBLIC_URL: 'http://host.test',
          HOST_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
          HOST_SMTP_FROM: 'Host <host@host.test>',
        },
      })
      assert.equal((await deliver(host)).status, 202)
      await host.settleJobs()
      const { mail } = await server.emailTo('ada@sender.example', 'Re: Question')
      assert.match(mail.text ?? '', /You wrote: Are you open\?/)
      assert.equal(server.emails.length, 1)
      assert.equal((await host.as('owner').call(listEmails, {})).items.length, 1)
    })
  })
}

test('§2.23 a build with mail receives without a mail server, and says that it can not send', async () => {
  await using host = await createTestHost({
    plugins: [mailPlugin, answering],
    environment: { HOST_PUBLIC_URL: 'http://host.test' },
  })
  assert.equal(await host.service(Mail).canSend?.(), false)
  assert.equal((await deliver(host)).status, 202)
  await host.settleJobs()
  assert.equal((await host.as('owner').call(listEmails, {})).items.length, 1)
})

test('§4.22 the sender of the build is the mail service where no plugin provides it, and one plugin at most takes its place', async () => {
  const environment = { HOST_PUBLIC_URL: 'http://host.test', HOST_SMTP_URL: 'smtp://127.0.0.1:9' }
  const sending = { ...environment, HOST_SMTP_FROM: 'host@host.test' }
  await using alone = await createTestHost({ plugins: [answering, smtp], environment: sending })
  assert.equal(alone.service(Mail), alone.service(SmtpSender))
  await using built = await createTestHost({ plugins: [answering, mailPlugin, smtp], environment: sending })
  assert.notEqual(built.service(Mail), built.service(SmtpSender))
  assert.equal(await built.service(Mail).canSend?.(), true)
  const second = definePlugin({
    ...answering,
    name: 'second',
    mount: (_mux, ctx) => ctx.provide(Mail, { send: async () => ({ id: '' }), onEmail: () => undefined }),
  })
  await assert.rejects(
    createTestHost({ plugins: [mailPlugin, second], environment: sending }),
    /"mail" and "second" both/,
  )
})
