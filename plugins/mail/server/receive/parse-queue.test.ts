import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ParsePool, ParseQueueFullError } from '@host/email'
import { createDraft, listDrafts, listEmails, listOutgoing } from '../../shared.ts'
import { rawEmail } from '../testing/mail-lab.ts'
import { openSmtpLab } from '../testing/smtp-lab.ts'
import { withBlobs } from '../testing/with-blobs.ts'

test('while too many messages wait to be parsed, each way in and out says to come again, and nothing is half done', async (context) => {
  const { plugin, count } = withBlobs()
  const lab = await openSmtpLab(context, { plugin })
  const owner = lab.host.as('owner')
  assert.match(await lab.send(rawEmail()), /^250/)
  const [original] = await lab.emails()
  const emailId = original?.id ?? ''
  const blobs = async () => await count(lab.host.workspaces.here)
  const before = await blobs()
  const email = { mailboxId: lab.mailbox.id, to: [{ address: 'ada@peer.example' }], subject: 'Hello', text: 'Hi' }
  const calls = {
    'by HTTP': async () => await lab.deliver(rawEmail()),
    reply: async () => await owner.post('/api/x/mail/drafts', { kind: 'reply', emailId }),
    forward: async () => await owner.post('/api/x/mail/drafts', { kind: 'forward', emailId }),
    send: async () => await owner.post('/api/emails', email),
    answer: async () => await owner.post('/api/emails', { ...email, inReplyTo: emailId }),
    batch: async () => await owner.post('/api/emails/batch', { emails: [email, { ...email, inReplyTo: emailId }] }),
  }
  const full = context.mock.method(ParsePool.prototype, 'parse', async () => {
    throw new ParseQueueFullError()
  })
  assert.match(await lab.send(rawEmail()), /^451 4\.3\.2 /)
  for (const [name, call] of Object.entries(calls)) {
    const { status, headers } = await call()
    assert.equal(status, 503, name)
    assert.match(headers.get('retry-after') ?? '', /^\d+$/, name)
  }
  const { id, revision } = await owner.call(createDraft, { to: email.to, subject: 'Hello', text: 'Hi' })
  assert.equal((await owner.post(`/api/x/mail/drafts/${id}/send`, { revision })).status, 503)
  assert.equal(await blobs(), before)
  assert.deepEqual(
    [
      (await owner.call(listDrafts, {})).items.map((draft) => draft.id),
      (await owner.call(listEmails, {})).items.length,
    ],
    [[id], 1],
  )
  assert.deepEqual((await owner.call(listOutgoing, {})).items, [])
  full.mock.restore()
  for (const [name, call] of Object.entries(calls)) assert.ok((await call()).ok, name)
  assert.equal((await owner.post(`/api/x/mail/drafts/${id}/send`, { revision })).status, 202)
})
