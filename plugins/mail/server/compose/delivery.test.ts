import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { addDraftFile, createDraft, listDrafts, listEmails, sendDraft, sendEmail, undoSend } from '../../shared.ts'
import { domain } from '../testing/mail-lab.ts'
import { addTransport, openSendLab, startPeer } from '../testing/send-lab.ts'
import { refused } from '../testing/refused.ts'

async function openLab(context: TestContext, onFirst: () => void = () => {}) {
  const peer = await startPeer(context, {
    onRecipient: () => {
      onFirst()
      return 'accepted'
    },
  })
  const lab = await openSendLab(context)
  await addTransport(lab, peer)
  const owner = lab.host.as('owner')
  const write = async (text: string) => {
    const { id } = await owner.call(createDraft, {
      to: [{ address: 'ada@peer.example', name: 'Ada Löwe' }],
      bcc: [{ address: 'bo@peer.example' }],
      subject: 'Grüße',
      text,
      fromName: 'Support',
    })
    return id
  }
  return { peer, lab, owner, write }
}

suite('what a server receives', () => {
  test('has Date, Message-ID and alternatives: the email as it was written, after the time to undo', async (context) => {
    const { peer, lab, owner, write } = await openLab(context)
    const id = await write('Hello & <welcome>\n\n> quoted')
    await owner.upload(addDraftFile, { id, file: new File(['content'], 'a.txt', { type: 'text/plain' }) })
    const { emailId } = await owner.call(sendDraft, { id, revision: 1 })
    await lab.host.settleJobs()
    assert.equal(peer.accepted.length, 0)
    lab.host.clock.advance({ seconds: 11 })
    await lab.host.settleJobs()
    const [message, ...more] = peer.accepted
    assert.deepEqual([message?.to, more], [['ada@peer.example', 'bo@peer.example'], []])
    const raw = Buffer.from(await (await owner.get(`/api/emails/${emailId}/raw`)).arrayBuffer()).toString('latin1')
    assert.ok(message?.text.endsWith(raw), 'The stored email is the one that was sent.')
    const plain = raw
      .replaceAll(/--_NmP-[0-9a-f]+-Part_\d/g, 'boundary')
      .replace(/^Message-ID: <[-\w]+@acme\.example>$/m, 'Message-ID: <id>')
      .replace(/^Date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000$/m, 'Date: now')
    assert.deepEqual(plain.split('\r\n'), expected)
    await assert.rejects(owner.call(undoSend, { id: emailId }), refused('conflict'))
  })

  test('has List-Unsubscribe, with one click by the address of the program', async (context) => {
    const { peer, lab, owner } = await openLab(context)
    const to = [{ address: 'ada@peer.example' }]
    const email = { mailboxId: lab.mailbox.id, to, subject: 'News', text: 'News' }
    await owner.call(sendEmail, { ...email, unsubscribeUrl: 'https://acme.example/end?id=1' })
    await owner.call(sendEmail, email)
    await lab.host.settleJobs()
    const [news, plain] = peer.accepted.map(({ text }) => text.split('\r\n\r\n')[0] ?? '')
    assert.match(news ?? '', /^List-Unsubscribe: <https:\/\/acme\.example\/end\?id=1>\r$/m)
    assert.match(news ?? '', /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
    assert.doesNotMatch(plain ?? '', /^List-/m)
  })

  test('is one email for a key, also when the host has forgotten its answer', async (context) => {
    const { peer, lab, owner } = await openLab(context)
    const email = { mailboxId: lab.mailbox.id, to: [{ address: 'ada@peer.example' }], subject: 'x', text: 'x' }
    const call = async () => {
      const answer = await owner.post(sendEmail.pattern.slice('POST '.length), email, {
        headers: { 'idempotency-key': 'order-17-shipped' },
      })
      return ((await answer.json()) as { emailId: string }).emailId
    }
    const first = await call()
    await lab.host.settleJobs()
    lab.host.clock.advance({ hours: 30 })
    await lab.host.settleJobs()
    assert.equal(await call(), first)
    await lab.host.settleJobs()
    assert.equal(peer.accepted.length, 1)
  })
})

test('an undo and the queue at the same time: each email is undone or sent, never both', async (context) => {
  const begun = Promise.withResolvers<void>()
  const { peer, lab, owner, write } = await openLab(context, begun.resolve)
  const ids: string[] = []
  for (let at = 0; at < 8; at += 1) {
    const id = await write(`Number ${at}.`)
    ids.push((await owner.call(sendDraft, { id, revision: 1 })).emailId)
  }
  lab.host.clock.advance({ seconds: 11 })
  const settled = lab.host.settleJobs()
  // The queue is in the midst of its work.
  await begun.promise
  const undone = await Promise.allSettled(ids.map((id) => owner.call(undoSend, { id })))
  await settled
  await lab.host.settleJobs()
  assert.equal(new Set(undone.map(({ status }) => status)).size, 2)
  const drafts = new Set((await owner.call(listDrafts, {})).items.map(({ snippet }) => snippet))
  const still = new Set((await owner.call(listEmails, { folder: 'sent' })).items.map(({ id }) => id))
  for (const [at, result] of undone.entries()) {
    const text = `Number ${at}.`
    const sent = peer.accepted.filter(({ text: body }) => body.includes(text)).length
    const isUndone = result.status === 'fulfilled'
    assert.deepEqual([sent, drafts.has(text), still.has(ids[at] ?? '')], isUndone ? [0, true, false] : [1, false, true])
  }
})

const expected = [
  `From: Support <info@${domain}>`,
  'To: =?UTF-8?Q?Ada_L=C3=B6we?= <ada@peer.example>',
  'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=',
  'Message-ID: <id>',
  'Date: now',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="boundary"',
  '',
  '--boundary',
  'Content-Type: multipart/alternative;',
  ' boundary="boundary"',
  '',
  '--boundary',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Hello & <welcome>',
  '',
  '> quoted',
  '--boundary',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '<!doctype html><html><head><meta charset=3D"utf-8"></head><body><p>Hello =',
  '&amp; &lt;welcome&gt;</p>',
  '<blockquote><p>quoted</p>',
  '</blockquote></body></html>',
  '--boundary--',
  '',
  '--boundary',
  'Content-Type: text/plain; name=a.txt',
  'Content-Transfer-Encoding: base64',
  'Content-Disposition: attachment; filename=a.txt',
  '',
  'Y29udGVudA==',
  '--boundary--',
  '',
]
