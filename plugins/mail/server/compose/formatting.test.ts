import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { parseMessage } from '@host/email'
import {
  changeDraft,
  createDraft,
  createMailbox,
  createSignature,
  listEmails,
  readDraft,
  readEmail,
  sendDraft,
  sendEmail,
} from '../../shared.ts'
import { domain, openMailLab, rawEmail } from '../testing/mail-lab.ts'

const ada = { address: 'ada@sender.example', name: 'Ada' }
const bo = { address: 'bo@secret.example', name: 'Bo' }

async function openLab(context: TestContext) {
  const lab = await openMailLab(context)
  const owner = lab.host.as('owner')
  const rawOf = async (id: string) => Buffer.from(await (await owner.get(`/api/emails/${id}/raw`)).arrayBuffer())
  return { lab, owner, rawOf, sent: async (id: string) => parseMessage(await rawOf(id)) }
}

suite('formatting', () => {
  test('is kept without what runs, with a text made from it and the signature that is chosen', async (context) => {
    const { owner, sent } = await openLab(context)
    const html = '<p>Best,</p><table><tr><td onclick="x()">Ada</td></tr></table><script>x()</script>'
    const signature = { name: 'Ada', text: 'Best,\nAda', html, mailboxId: null, isDefault: true }
    const { id: signatureId } = await owner.call(createSignature, signature)
    const draft = await owner.call(createDraft, { to: [ada], subject: 'Hello' })
    const safe = '<div class="signature"><p>Best,</p><table><tr><td>Ada</td></tr></table></div>'
    assert.equal(draft.editable, safe)
    const written = `<p>Hi <strong>Ada</strong><img src="x" onerror="x()"></p><ul><li><p>one</p></li></ul>${safe}`
    const changed = await owner.call(changeDraft, { id: draft.id, revision: 1, html: written })
    const clean = `<p>Hi <strong>Ada</strong><img></p><ul><li><p>one</p></li></ul>`
    assert.equal(changed.editable, `${clean}${safe}`)
    assert.equal(changed.text, 'Hi Ada\n\n- one\n\n-- \nBest,\n\nAda')
    const without = await owner.call(changeDraft, { id: draft.id, revision: 2, signatureId: null })
    assert.deepEqual([without.editable, without.text], [clean, 'Hi Ada\n\n- one'])
    const again = await owner.call(changeDraft, { id: draft.id, revision: 3, signatureId })
    assert.equal(again.editable, `${clean}${safe}`)
    const message = await sent((await owner.call(sendDraft, { id: draft.id, revision: 4 })).emailId)
    assert.ok(message.html?.includes(`<body>${clean}${safe}</body>`))
    assert.equal(message.text.trim(), again.text)
  })

  test('of a program is sent without what runs', async (context) => {
    const { lab, owner, sent } = await openLab(context)
    const email = {
      mailboxId: lab.mailbox.id,
      to: [ada],
      subject: 'x',
      html: '<p style="color: red">a<script>x()</script></p>',
    }
    const message = await sent((await owner.call(sendEmail, email)).emailId)
    assert.equal(message.html?.trim(), '<p style="color: red">a</p>')
    assert.equal(message.text.trim(), 'a')
  })

  test('of an email is kept when it is forwarded, with its pictures', async (context) => {
    const { lab, owner, sent } = await openLab(context)
    const parts = [
      '--b\r\nContent-Type: text/html\r\n',
      '<html><body bgcolor="#eee" onload="x()"><table><tr><td style="color: red">Offer</td></tr></table><img src="cid:logo@1"></body></html>',
      '--b\r\nContent-Type: image/png\r\nContent-ID: <logo@1>\r\nContent-Disposition: inline; filename=logo.png\r\n',
      'image',
      '--b--\r\n',
    ]
    const headers = { 'Content-Type': 'multipart/related; boundary=b', Subject: 'Offer' }
    await lab.deliver(rawEmail(headers, parts.join('\r\n')))
    const [email] = await lab.emails()
    const draft = await owner.call(createDraft, { kind: 'forward', emailId: email?.id ?? '', to: [ada], text: 'Look:' })
    assert.equal(draft.text, 'Look:')
    assert.match(draft.original ?? '', /Forwarded message.*From: Ada &lt;ada@sender\.example&gt;/)
    const { emailId } = await owner.call(sendDraft, { id: draft.id, revision: 1 })
    const message = await sent(emailId)
    assert.match(
      message.html ?? '',
      /<p>Look:<\/p>\s*<div><p>-.*<div bgcolor="#eee"><table><tr><td style="color: red">Offer/s,
    )
    assert.doesNotMatch(message.html ?? '', /onload/)
    assert.match(message.text, /^Look:\r?\n\r?\n-.*Forwarded message.*Offer/s)
    assert.deepEqual(
      message.attachments.map(({ contentId }) => contentId),
      ['logo@1'],
    )
    const second = await owner.call(createDraft, { kind: 'forward', emailId: email?.id ?? '' })
    await owner.call(changeDraft, { id: second.id, revision: 1, original: null })
    assert.equal((await owner.call(readDraft, { id: second.id })).original, null)
  })
})

suite('hidden recipients', () => {
  test('are shown to those who read the sending mailbox, and to no recipient', async (context) => {
    const { lab, owner, rawOf } = await openLab(context)
    const other = await owner.call(createMailbox, { address: `other@${domain}` })
    const draft = await owner.call(createDraft, {
      to: [{ address: `other@${domain}` }],
      bcc: [bo],
      subject: 'Hello',
      text: 'x',
    })
    const { emailId } = await owner.call(sendDraft, { id: draft.id, revision: 1 })
    assert.deepEqual((await owner.call(readEmail, { id: emailId })).bcc, [bo])
    const raw = await rawOf(emailId)
    assert.doesNotMatch(raw.toString('latin1'), /secret\.example|^Bcc/im)
    await lab.deliver(raw, { to: `other@${domain}` })
    const { items } = await owner.call(listEmails, { mailboxId: other.id })
    const received = await owner.call(readEmail, { id: items[0]?.id ?? '' })
    assert.deepEqual([received.direction, received.bcc], ['in', []])
  })
})
