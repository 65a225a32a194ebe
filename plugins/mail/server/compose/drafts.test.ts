import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import {
  addDraftFile,
  changeDraft,
  createDraft,
  deleteDraft,
  listDrafts,
  readDraft,
  removeDraftFile,
} from '../../shared.ts'
import { domain, openMailLab, rawEmail } from '../testing/mail-lab.ts'
import { refused } from '../testing/refused.ts'

const ada = { address: 'ada@sender.example', name: 'Ada' }

async function openLab(context: TestContext) {
  const lab = await openMailLab(context)
  return { lab, owner: lab.host.as('owner') }
}

suite('drafts', () => {
  test('keep what is written, and refuse a change of an older revision', async (context) => {
    const { lab, owner } = await openLab(context)
    const draft = await owner.call(createDraft, { to: [ada], subject: 'Hello', text: 'One' })
    assert.deepEqual([draft.from, draft.fromName, draft.revision], [`info@${domain}`, 'info', 1])
    lab.host.clock.advance({ seconds: 1 })
    const next = await owner.call(changeDraft, { id: draft.id, revision: 1, text: 'Two', cc: [ada] })
    assert.deepEqual([next.text, next.subject, next.revision, next.snippet], ['Two', 'Hello', 2, 'Two'])
    await assert.rejects(owner.call(changeDraft, { id: draft.id, revision: 1, text: 'Lost' }), refused('conflict'))
    assert.equal((await owner.call(readDraft, { id: draft.id })).text, 'Two')
    const { items } = await owner.call(listDrafts, {})
    assert.deepEqual([items[0]?.id, items[0]?.snippet, items[0]?.to], [draft.id, 'Two', [ada]])
  })

  test('are seen by those who may write from their mailbox', async (context) => {
    const { lab, owner } = await openLab(context)
    const { id } = await owner.call(createDraft, { text: 'Secret' })
    for (const person of ['admin', 'member', 'otherOwner'] as const) {
      const client = lab.host.as(person)
      assert.deepEqual((await client.call(listDrafts, {})).items, [])
      for (const call of [
        () => client.call(readDraft, { id }),
        () => client.call(changeDraft, { id, revision: 1, text: 'x' }),
        () => client.call(deleteDraft, { id }),
        () => client.upload(addDraftFile, { id, file: new File(['x'], 'x.txt') }),
      ]) {
        await assert.rejects(call, refused('not_found'))
      }
      await assert.rejects(client.call(createDraft, { text: 'x' }), refused('invalid_input', 'mailboxId'))
    }
  })

  test('have files, which go with them', async (context) => {
    const { lab, owner } = await openLab(context)
    const { id } = await owner.call(createDraft, {})
    const file = await owner.upload(addDraftFile, { id, file: new File(['abc'], '../a.html', { type: 'text/html' }) })
    const stored = (await owner.call(readDraft, { id })).files
    assert.deepEqual(stored, [file])
    assert.equal(file.size, 3)
    const answer = await owner.get(`/api/x/mail/drafts/${id}/files/${file.id}`)
    assert.equal(answer.headers.get('content-type'), 'application/octet-stream')
    assert.equal(await answer.text(), 'abc')
    assert.equal((await lab.host.as('member').get(`/api/x/mail/drafts/${id}/files/${file.id}`)).status, 404)
    await owner.call(removeDraftFile, { id, fileId: file.id })
    assert.deepEqual((await owner.call(readDraft, { id })).files, [])
    await owner.upload(addDraftFile, { id, file: new File(['abc'], 'b.txt') })
    await owner.call(deleteDraft, { id })
    await assert.rejects(owner.call(readDraft, { id }), refused('not_found'))
  })

  test('refuse wrong addresses, names and subjects at their fields', async (context) => {
    const { owner } = await openLab(context)
    const wrong: readonly (readonly [path: string, input: Parameters<typeof owner.call<typeof createDraft>>[1]])[] = [
      ['to.0.address', { to: [{ address: 'ada' }] }],
      ['cc.0.name', { cc: [{ address: 'ada@sender.example', name: 'a\r\nBcc: x@y.example' }] }],
      ['subject', { subject: 'a\r\nBcc: x@y.example' }],
      ['fromName', { fromName: 'ceo@bank.example' }],
      ['fromName', { fromName: 'a\nb' }],
      ['from', { from: 'other@acme.example' }],
      ['from', { from: `"x"@${domain}` }],
      ['emailId', { kind: 'reply' }],
      ['to', { to: Array.from({ length: 101 }, () => ada) }],
    ]
    for (const [path, input] of wrong) {
      await assert.rejects(owner.call(createDraft, input), refused('invalid_input', path), path)
    }
  })
})

suite('answers', () => {
  async function received(context: TestContext, headers: Readonly<Record<string, string>>, text?: string) {
    const { lab, owner } = await openLab(context)
    await lab.deliver(rawEmail(headers, text))
    const [email] = await lab.emails()
    return { lab, owner, emailId: email?.id ?? '' }
  }
  const headers = {
    'Message-ID': '<c@sender.example>',
    'In-Reply-To': '<b@sender.example>',
    References: '<a@sender.example> <b@sender.example>',
    To: `Info <info@${domain}>, Bo <bo@sender.example>`,
    Cc: `info+shop@${domain}, cy@sender.example`,
    Subject: 'Hello',
  }

  test('to one go to the sender with a quote, and with the prefix once', async (context) => {
    const { lab, owner, emailId } = await received(context, headers, 'One\r\n> Two\r\n')
    const draft = await owner.call(createDraft, { kind: 'reply', emailId })
    assert.deepEqual([draft.to, draft.cc, draft.subject], [[ada], [], 'Re: Hello'])
    assert.match(draft.text, /^\n\nOn \w{3} \d+, 2\d{3}, .* UTC, Ada wrote:\n> One\n>> Two$/)
    assert.equal(draft.answeredId, emailId)
    const again = await lab.deliver(rawEmail({ Subject: 'RE: Hello' }))
    assert.equal(again.status, 202)
    const second = (await lab.emails()).find(({ subject }) => subject === 'RE: Hello')?.id ?? ''
    assert.equal((await owner.call(createDraft, { kind: 'reply', emailId: second })).subject, 'RE: Hello')
    assert.equal((await owner.call(createDraft, { kind: 'forward', emailId: second })).subject, 'Fwd: RE: Hello')
  })

  test('to all leave own addresses out, and go to where replies are asked to', async (context) => {
    const { owner, emailId } = await received(context, { ...headers, 'Reply-To': 'list@sender.example' })
    const draft = await owner.call(createDraft, { kind: 'reply-all', emailId })
    assert.deepEqual(
      [draft.to, draft.cc].map((list) => list.map(({ address }) => address)),
      [['list@sender.example'], ['bo@sender.example', 'cy@sender.example']],
    )
  })

  test('that forward have the text and the files of the original', async (context) => {
    const boundary = 'Content-Type: multipart/mixed; boundary=b'
    const body = [
      '--b',
      'Content-Type: text/plain',
      '',
      'Look.',
      '--b',
      'Content-Type: application/pdf; name=a.pdf',
      'Content-Disposition: attachment; filename=a.pdf',
      '',
      'content',
      '--b--',
    ].join('\r\n')
    const { lab, owner } = await openLab(context)
    await lab.deliver(
      rawEmail({ ...headers, 'MIME-Version': '1.0' }, '').replace(/\r\n\r\n$/, `\r\n${boundary}\r\n\r\n${body}`),
    )
    const [email] = await lab.emails()
    const draft = await owner.call(createDraft, { kind: 'forward', emailId: email?.id ?? '' })
    assert.match(draft.text, /^\n\n-{10} Forwarded message -{10}\nFrom: Ada <ada@sender\.example>\n[^]*\n\nLook\.$/)
    assert.deepEqual(
      draft.files.map(({ name, type }) => [name, type]),
      [['a.pdf', 'application/pdf']],
    )
    const answer = await owner.get(`/api/x/mail/drafts/${draft.id}/files/${draft.files[0]?.id}`)
    assert.equal((await answer.text()).trim(), 'content')
  })

  test('to emails that the caller may not read are not found', async (context) => {
    const { lab, emailId } = await received(context, headers)
    for (const person of ['member', 'otherOwner'] as const) {
      const call = lab.host.as(person).call(createDraft, { kind: 'reply', emailId })
      await assert.rejects(call, refused('not_found'))
    }
  })
})
