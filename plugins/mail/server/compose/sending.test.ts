import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { parseMessage } from '@host/email'
import { AuditLog } from '@host/plugin/platform'
import {
  addDraftFile,
  changeEmail,
  deleteEmail,
  changeDraft,
  changeMailbox,
  createDraft,
  deleteMailbox,
  listConversation,
  listDrafts,
  listEmails,
  listMailboxes,
  listOutgoing,
  listScheduled,
  readDraft,
  readEmail,
  readMailbox,
  readOutgoing,
  rescheduleEmail,
  sendBatch,
  sendDraft,
  sendEmail,
  undoSend,
  uploadFile,
} from '../../shared.ts'
import { domain, openMailLab, rawEmail } from '../testing/mail-lab.ts'
import { refused } from '../testing/refused.ts'

const ada = { address: 'ada@sender.example', name: 'Ada' }
const hour = 3_600_000

async function openLab(context: TestContext) {
  const lab = await openMailLab(context)
  const owner = lab.host.as('owner')
  const sent = async () => (await owner.call(listEmails, { folder: 'sent' })).items
  const raw = async (id: string) => Buffer.from(await (await owner.get(`/api/emails/${id}/raw`)).arrayBuffer())
  const inHours = (hours: number) => new Date(lab.host.clock.now() + hours * hour).toISOString()
  const email = { mailboxId: lab.mailbox.id, to: [ada], subject: 'Hello', text: 'Hi' }
  return { lab, owner, sent, raw, inHours, email }
}

suite('emails of programs', () => {
  test('are stored in Sent, with both bodies, in their conversation', async (context) => {
    const { lab, owner, raw, email } = await openLab(context)
    await lab.deliver(rawEmail({ 'Message-ID': '<q@sender.example>', References: '<p@sender.example>' }))
    const [question] = await lab.emails()
    const cc = [{ address: 'bo@sender.example' }]
    const answer = { ...email, cc, bcc: [{ address: 'cy@sender.example' }], inReplyTo: question?.id }
    const { emailId } = await owner.call(sendEmail, { ...answer, from: { name: 'Support' } })
    const stored = await owner.call(readEmail, { id: emailId })
    assert.deepEqual([stored.direction, stored.folder, stored.isRead, stored.text], ['out', 'sent', true, 'Hi'])
    const bytes = await raw(emailId)
    const { headers, text, html } = parseMessage(bytes)
    assert.deepEqual(headers.from, [{ name: 'Support', address: `info@${domain}` }])
    assert.deepEqual([headers.to, headers.cc.map(({ address }) => address)], [[ada], ['bo@sender.example']])
    assert.deepEqual(
      [headers.inReplyTo, headers.references],
      [['<q@sender.example>'], ['<p@sender.example>', '<q@sender.example>']],
    )
    assert.deepEqual([text, html?.includes('<p>Hi</p>')], ['Hi', true])
    assert.ok(!bytes.toString().includes('cy@sender.example'))
    const { items } = await owner.call(listConversation, { id: question?.id ?? '' })
    assert.deepEqual(
      items.map(({ id }) => id),
      [question?.id, emailId],
    )
    const [mailbox] = (await owner.call(listMailboxes, {})).items
    assert.deepEqual(
      mailbox?.folders?.find(({ folder }) => folder === 'sent'),
      { folder: 'sent', emails: 1, unread: 0 },
    )
  })

  test('From forced: they are sent from own addresses alone', async (context) => {
    const { lab, owner, raw, email } = await openLab(context)
    await owner.call(changeMailbox, { id: lab.mailbox.id, aliases: [`shop@${domain}`] })
    const { emailId } = await owner.call(sendEmail, { ...email, from: { address: `Shop@${domain}` } })
    assert.equal(parseMessage(await raw(emailId)).headers.from[0]?.address, `shop@${domain}`)
    const { mailboxId: _, ...plain } = email
    for (const address of ['ceo@bank.example', `other@${domain}`, 'x', `info@аcme.example`]) {
      await assert.rejects(
        owner.call(sendEmail, { ...plain, from: { address } }),
        refused('invalid_input', 'from.address'),
      )
    }
    await assert.rejects(owner.call(sendEmail, plain), refused('invalid_input', 'mailboxId'))
    for (const person of ['admin', 'member', 'otherOwner'] as const) {
      await assert.rejects(lab.host.as(person).call(sendEmail, email), refused('invalid_input', 'mailboxId'))
    }
    const posing = { ...email, from: { name: 'ceo@bank.example' } }
    await assert.rejects(owner.call(sendEmail, posing), refused('invalid_input', 'from.name'))
  })

  test('with one key are one email, at the same time too', async (context) => {
    const { owner, sent, email } = await openLab(context)
    const call = () => owner.post('/api/emails', email, { headers: { 'idempotency-key': 'order-1-confirmation' } })
    await Promise.all([call(), call(), call()])
    const answer = await call()
    assert.equal(answer.status, 202)
    const [only, ...rest] = await sent()
    assert.deepEqual([((await answer.json()) as { emailId: string }).emailId, rest], [only?.id, []])
  })

  test('in a batch are all sent or none', async (context) => {
    const { owner, sent, email } = await openLab(context)
    const emails = [email, { ...email, subject: 'Two' }, { ...email, subject: 'a\nBcc: x@y.example' }]
    await assert.rejects(owner.call(sendBatch, { emails }), refused('invalid_input', 'emails.2.subject'))
    const foreign = [email, { ...email, mailboxId: 'mailbox_none' }]
    await assert.rejects(owner.call(sendBatch, { emails: foreign }), refused('invalid_input', 'emails.1.mailboxId'))
    assert.deepEqual(await sent(), [])
    const { items } = await owner.call(sendBatch, { emails: emails.slice(0, 2) })
    assert.deepEqual(items.map(({ emailId }) => emailId).toSorted(), (await sent()).map(({ id }) => id).toSorted())
  })

  test('have uploaded files of their sender, once or more often', async (context) => {
    const { lab, owner, raw, email } = await openLab(context)
    const file = await owner.upload(uploadFile, {
      file: new File(['content'], '报告.txt', { type: 'text/plain' }),
    })
    const files = [file.id]
    for (const { emailId } of [
      await owner.call(sendEmail, { ...email, files }),
      await owner.call(sendEmail, { ...email, files }),
    ]) {
      const { attachments } = parseMessage(await raw(emailId))
      assert.deepEqual(
        attachments.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]),
        [['报告.txt', 'content']],
      )
    }
    const foreign = await lab.host.as('member').upload(uploadFile, { file: new File(['x'], 'x.txt') })
    const wrong = owner.call(sendEmail, { ...email, files: [file.id, foreign.id] })
    await assert.rejects(wrong, refused('invalid_input', 'files.1'))
    lab.host.clock.advance({ hours: 25 })
    await lab.host.settleJobs()
    await assert.rejects(owner.call(sendEmail, { ...email, files }), refused('invalid_input', 'files.0'))
  })

  test('are scheduled for at most 90 days, changed and canceled', async (context) => {
    const { owner, sent, raw, inHours, email } = await openLab(context)
    for (const scheduledAt of [inHours(-1), inHours(91 * 24), 'tomorrow']) {
      await assert.rejects(owner.call(sendEmail, { ...email, scheduledAt }), refused('invalid_input', 'scheduledAt'))
    }
    const { emailId: id, sendAt } = await owner.call(sendEmail, { ...email, scheduledAt: inHours(2) })
    assert.equal(sendAt, inHours(2))
    await owner.call(rescheduleEmail, { id, scheduledAt: inHours(5) })
    const [waiting] = (await owner.call(listScheduled, {})).items
    assert.deepEqual([waiting?.emailId, waiting?.sendAt, waiting?.subject], [id, inHours(5), 'Hello'])
    const seconds = (text: string) => text.slice(0, 19)
    assert.equal(seconds(parseMessage(await raw(id)).headers.date?.toISOString() ?? ''), seconds(inHours(5)))
    await assert.rejects(owner.call(deleteEmail, { id }), refused('conflict'))
    await assert.rejects(owner.call(changeEmail, { id, folder: 'trash' }), refused('conflict'))
    await owner.call(changeEmail, { id, folder: 'archive' })
    assert.deepEqual(await owner.call(undoSend, { id }), { draftId: null })
    assert.deepEqual([await sent(), (await owner.call(listScheduled, {})).items], [[], []])
  })
})

test('a deleted mailbox cancels what it would send later, says how many before, and fails nothing', async (context) => {
  const { lab, owner, inHours, email } = await openLab(context)
  const { emailId } = await owner.call(sendEmail, { ...email, scheduledAt: inHours(2) })
  const { outgoingId } = await owner.call(sendEmail, { ...email, scheduledAt: inHours(3) })
  const id = lab.mailbox.id
  assert.equal((await owner.call(readMailbox, { id })).scheduled, 2)
  await owner.call(undoSend, { id: emailId })
  assert.equal((await owner.call(readMailbox, { id })).scheduled, 1)
  await owner.call(deleteMailbox, { id })
  lab.host.clock.advance({ hours: 4 })
  await lab.host.settleJobs()
  const { state, all } = await owner.call(readOutgoing, { id: outgoingId })
  assert.deepEqual(
    [state, all[0]?.state, all[0]?.reply],
    ['canceled', 'canceled', 'The mailbox was deleted before its time'],
  )
  assert.deepEqual((await owner.call(listOutgoing, { result: 'failed' })).items, [])
  const { items } = await lab.host.service(AuditLog).list(lab.host.workspaces.here, { limit: 5 })
  assert.deepEqual(items.find(({ action }) => action === 'mailbox.deleted')?.after, { canceled: 1 })
})

suite('sends of drafts', () => {
  async function written(context: TestContext) {
    const lab = await openLab(context)
    const draft = await lab.owner.call(createDraft, {
      to: [ada],
      subject: 'Hello',
      text: 'Hi\n\nhttps://a.example/?b=1&c',
    })
    return { ...lab, draft, id: draft.id }
  }

  test('come from two pages once, from the last revision, and with a recipient', async (context) => {
    const { owner, sent, id } = await written(context)
    const [one, two] = await Promise.all([1, 2].map(() => owner.call(sendDraft, { id, revision: 1 })))
    assert.equal(one?.emailId, two?.emailId)
    assert.equal((await owner.call(sendDraft, { id, revision: 1 })).outgoingId, one?.outgoingId)
    assert.deepEqual((await sent()).length, 1)
    assert.deepEqual((await owner.call(listDrafts, {})).items, [])
    const { id: next } = await owner.call(createDraft, { text: 'Hi' })
    await owner.call(changeDraft, { id: next, revision: 1, subject: 'x' })
    await assert.rejects(owner.call(sendDraft, { id: next, revision: 1 }), refused('conflict'))
    await assert.rejects(owner.call(sendDraft, { id: next, revision: 2 }), refused('invalid_input', 'to'))
    assert.equal((await sent()).length, 1)
  })

  test('are undone within their time, with text and files', async (context) => {
    const { lab, owner, sent, raw, id } = await written(context)
    await owner.upload(addDraftFile, { id, file: new File(['abc'], 'a.txt') })
    const first = await owner.call(sendDraft, { id, revision: 1 })
    assert.equal(Date.parse(first.undoUntil ?? '') - lab.host.clock.now(), 10_000)
    assert.deepEqual(
      parseMessage(await raw(first.emailId)).attachments.map(({ name }) => name),
      ['a.txt'],
    )
    assert.deepEqual(await owner.call(undoSend, { id: first.emailId }), { draftId: id })
    const again = await owner.call(readDraft, { id })
    assert.deepEqual([again.text, again.files.length, await sent()], ['Hi\n\nhttps://a.example/?b=1&c', 1, []])
    await assert.rejects(owner.call(undoSend, { id: first.emailId }), refused('not_found'))
    const second = await owner.call(sendDraft, { id, revision: 1 })
    assert.notEqual(second.emailId, first.emailId)
    assert.match(parseMessage(await raw(second.emailId)).html ?? '', /<a href="https:\/\/a\.example\/\?b=1&amp;c">/)
  })
})
