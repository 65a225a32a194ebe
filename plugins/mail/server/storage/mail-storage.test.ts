import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDraft, deleteEmail, listDrafts, listEmails, readStorage, sendEmail, uploadFile } from '../../shared.ts'
import { rawEmail } from '../testing/mail-lab.ts'
import { refused } from '../testing/refused.ts'
import { openSmtpLab } from '../testing/smtp-lab.ts'

test('a workspace that has used up its storage takes and sends no more until emails are deleted', async (context) => {
  const lab = await openSmtpLab(context, { environment: { HOST_MAIL_STORAGE: '1' } })
  const owner = lab.host.as('owner')
  const theirs = lab.host.as('otherOwner')
  const line = `${'x'.repeat(998)}\r\n`
  const file = (bytes: number) => `Content-Type: application/octet-stream\r\n\r\n${line.repeat(bytes / 1_000)}`
  const withFile = (bytes: number) =>
    rawEmail({ 'Content-Type': 'multipart/mixed; boundary=b' }, `--b\r\n${file(bytes)}\r\n--b--\r\n`)
  assert.match(await lab.send(withFile(600_000)), /^250/)
  const [first] = await lab.emails()
  const email = { mailboxId: lab.mailbox.id, to: [{ address: 'ada@peer.example' }], subject: 'Hello', text: 'Hi' }
  // Neither what would exceed the limit nor half of it.
  await assert.rejects(
    owner.call(sendEmail, { ...email, html: 'x'.repeat(490_000), text: 'x'.repeat(150_000) }),
    refused('quota_exceeded'),
  )
  await assert.rejects(owner.call(createDraft, { kind: 'forward', emailId: first?.id }), refused('quota_exceeded'))
  assert.deepEqual((await owner.call(listDrafts, {})).items, [])
  assert.match(await lab.send(withFile(600_000)), /^250/)
  assert.match(await lab.send(rawEmail()), /^452 4\.2\.2 The workspace of this mailbox has used up its storage/)
  await assert.rejects(owner.upload(uploadFile, { file: new File(['abc'], 'a.txt') }), refused('quota_exceeded'))
  const { status } = await lab.deliver(rawEmail())
  assert.deepEqual([status, (await lab.deliver(rawEmail(), { to: 'nobody@acme.example' })).status], [429, 429])
  await assert.rejects(owner.call(sendEmail, email), refused('quota_exceeded'))
  assert.equal((await owner.call(listEmails, {})).items.length, 2)
  assert.equal((await theirs.call(listEmails, {})).items.length, 0)
  const { used, limit } = await owner.call(readStorage, {})
  assert.ok(limit !== null && limit === 1_048_576 && used > 1_200_000, `${used} of ${limit}`)
  assert.deepEqual(await theirs.call(readStorage, {}), { used: 0, limit })
  await owner.call(deleteEmail, { id: first?.id ?? '' })
  await owner.call(deleteEmail, { id: first?.id ?? '', permanently: true })
  lab.host.clock.advance({ seconds: 2 })
  assert.match(await lab.send(rawEmail()), /^250/)
  await owner.call(sendEmail, email)
})
