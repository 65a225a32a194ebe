/** Texts of the emails that the host sends by itself, as instance admins and workspace admins write them. */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createTestHost } from '@host/testing'
import { plugin as account } from '../../../plugins/account/server/index.ts'
import { forgotPassword } from '../../../plugins/account/shared.ts'
import { plugin as mail } from '../../../plugins/mail/server/index.ts'
import { refused } from '../../../plugins/mail/server/testing/refused.ts'
import {
  listInstanceEmails,
  listSystemEmails,
  previewInstanceEmail,
  resetInstanceEmail,
  resetSystemEmail,
  saveInstanceEmail,
  saveSystemEmail,
  testSystemEmail,
} from '../../../plugins/mail/shared.ts'
import { plugin as smtp } from '../../../plugins/smtp/server/index.ts'
import { plugin as workspaces } from '../../../plugins/workspaces/server/index.ts'
import { inviteMembers } from '../../../plugins/workspaces/shared.ts'
import { startMailServer } from '../lab/mail-server.ts'

async function openLab(context: TestContext) {
  const server = await startMailServer()
  context.after(() => server[Symbol.asyncDispose]())
  const host = await createTestHost({
    plugins: [mail, smtp, account, workspaces],
    environment: {
      HOST_PUBLIC_URL: 'http://host.test',
      HOST_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      HOST_SMTP_FROM: 'Host <host@host.test>',
    },
  })
  context.after(() => host.close())
  const invite = async (person: 'owner' | 'otherOwner', email: string) => {
    await host.as(person).call(inviteMembers, { emails: [email], role: 'member' })
    await host.settleJobs()
    return server.emails.find(({ to }) => to.includes(email))?.mail
  }
  return { host, server, invite }
}

const texts = {
  subject: 'Join {{workspace}}',
  before: '{{inviter}} <b>asks</b> you, see https://evil.example/x',
  button: 'Join now',
  after: '',
}
const named = { key: 'host.invitation', language: 'en' } as const

test('§2.23 a workspace writes the text of its invitations, which keep their link and link nothing else', async (context) => {
  const { host, invite } = await openLab(context)
  const owner = host.as('owner')
  const { items } = await owner.call(listSystemEmails, {})
  assert.deepEqual(
    items.map(({ key }) => key),
    [named.key],
  )
  await owner.call(saveSystemEmail, { ...named, ...texts })
  const own = await invite('owner', 'ada@peer.example')
  assert.equal(own?.subject, 'Join Here')
  const html = String(own?.html)
  assert.match(html, /&lt;b&gt;asks&lt;\/b&gt;/)
  assert.match(html, /<a href="http:\/\/host\.test\/invitation\?token=[\w-]+"[^>]*>Join now<\/a>/)
  assert.doesNotMatch(`${html}${own?.text}`, /evil\.example/)
  assert.match(own?.text ?? '', /Join now:\nhttp:\/\/host\.test\/invitation\?token=[\w-]+\n/)
  assert.notEqual((await invite('otherOwner', 'bo@peer.example'))?.subject, 'Join There')
  const { to } = await owner.call(testSystemEmail, { ...named, ...texts })
  await host.settleJobs()
  assert.equal(to.includes('owner'), true)
  await owner.call(resetSystemEmail, named)
  assert.match((await invite('owner', 'eve@peer.example'))?.subject ?? '', /invites you to Here/)
})

test('§2.23 a text without what the email needs is refused at its field', async (context) => {
  const { host } = await openLab(context)
  const owner = host.as('owner')
  const wrong: readonly (readonly [string, object])[] = [
    ['before', { before: 'Hello' }],
    ['subject', { subject: '' }],
    ['subject', { subject: 'a\nb' }],
    ['button', { button: '{{workspace}}' }],
    ['after', { after: '{{password}}' }],
  ]
  for (const [path, change] of wrong) {
    const call = owner.call(saveSystemEmail, { ...named, ...texts, ...change })
    await assert.rejects(call, refused('invalid_input', path), path)
  }
  const reset = { ...named, key: 'host.reset' }
  await assert.rejects(owner.call(saveSystemEmail, { ...reset, ...texts }), refused('not_found'))
  await assert.rejects(host.as('member').call(saveSystemEmail, { ...named, ...texts }), refused('forbidden'))
  await assert.rejects(owner.call(saveInstanceEmail, { ...named, ...texts }), refused('forbidden'))
})

test('§2.23 instance admins write the text of every email, in each language, and return to the usual one', async (context) => {
  const { host, server, invite } = await openLab(context)
  const admin = host.as('instanceAdmin')
  const { items } = await admin.call(listInstanceEmails, {})
  const keys = new Set(items.map(({ key }) => key))
  for (const kind of ['verify', 'reset', 'invitation', 'passwordChanged']) assert.ok(keys.has(`host.${kind}`))
  const reset = { key: 'host.reset', language: 'en' } as const
  const own = { subject: 'A new password', before: 'For {{instance}}.', button: 'Go', after: 'Bye' }
  const shown = await admin.call(previewInstanceEmail, { ...reset, ...own })
  assert.match(shown.text, /^For host\.example\.com\.\n\nGo:\nhttp/)
  await admin.call(saveInstanceEmail, { ...reset, ...own })
  await admin.call(saveInstanceEmail, { ...named, ...texts, before: '{{inviter}} asks.' })
  assert.equal((await invite('otherOwner', 'bo@peer.example'))?.subject, 'Join There')
  const ask = async () => {
    await host.as('anonymous').call(forgotPassword, { email: 'owner@host.test' })
    await host.settleJobs()
  }
  await ask()
  assert.deepEqual(server.emails.filter(({ mail: { subject } }) => subject === own.subject).length, 1)
  await admin.call(resetInstanceEmail, reset)
  const after = (await admin.call(listInstanceEmails, {})).items.find(({ key }) => key === reset.key)
  assert.equal(after?.en.own, null)
})
