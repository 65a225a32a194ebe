/** No field of an email that a program sends adds a header or a recipient: it is refused, or it reads back as it was. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMessage } from '@host/email'
import fc from 'fast-check'
import { changeDraft, createDraft, sendDraft, sendEmail, type Draft } from '../../shared.ts'
import { domain, openMailLab, rawEmail } from '../testing/mail-lab.ts'

const pieces = fc.constantFrom(
  '\r\n',
  '\n',
  '\r',
  '\u0085',
  '\u2028',
  'Bcc: x@evil.example',
  ': ',
  ',',
  ';',
  '<',
  '>',
  '@',
  '"',
  '\\',
  '(',
  '=?utf-8?q?=0D=0ABcc:_x?=',
  '=?',
  '?=',
  'ä',
  '日',
  'a',
  ' ',
  '\t',
  '.',
  '%0d%0a',
  'evil.example',
)
const hostile = fc.array(pieces, { minLength: 1, maxLength: 6 }).map((list) => list.join(''))
const runs = process.env['HOST_SOAK'] === '1' ? 500 : 12

const usual = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'to']

test('CR/LF refused: hostile values in every field are refused or read back', async (context) => {
  const { host, mailbox } = await openMailLab(context)
  const owner = host.as('owner')
  const plain = { mailboxId: mailbox.id, to: [{ address: 'ada@sender.example' }], subject: 'Hello', text: 'Hi' }
  const fields: readonly ((value: string) => object)[] = [
    (subject) => ({ subject }),
    (text) => ({ text }),
    (name) => ({ from: { name } }),
    (name) => ({ to: [{ address: 'ada@sender.example', name }] }),
    (value) => ({ to: [{ address: `${value}@sender.example` }] }),
    (value) => ({ unsubscribeUrl: `https://sender.example/${value}` }),
  ]
  const seen = { accepted: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(hostile, fc.constantFrom(...fields), async (value, field) => {
      const answer = await owner.post(sendEmail.pattern.slice('POST '.length), { ...plain, ...field(value) })
      if (answer.status === 400) {
        seen.refused += 1
        return
      }
      assert.equal(answer.status, 202)
      seen.accepted += 1
      const { emailId } = (await answer.json()) as { emailId: string }
      const bytes = Buffer.from(await (await owner.get(`/api/emails/${emailId}/raw`)).arrayBuffer())
      const { headers, parse } = parseMessage(bytes)
      const names = bytes
        .subarray(0, bytes.indexOf('\r\n\r\n'))
        .toString()
        .split('\r\n')
        .filter((line) => !/^[ \t]/.test(line))
        .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
        // A subject of blanks alone is none.
        .filter((name) => name !== 'subject' && !name.startsWith('list-unsubscribe'))
      assert.deepEqual([parse, names.toSorted()], ['complete', usual])
      assert.deepEqual(
        headers.from.map(({ address }) => address),
        [`info@${domain}`],
      )
      assert.equal(headers.to.length, 1)
    }),
    { numRuns: runs * fields.length },
  )
  assert.ok(seen.accepted > 0 && seen.refused > 0, JSON.stringify(seen))
})

test('CR/LF refused: answers to hostile emails are saved and sent, and have no further header or recipient', async (context) => {
  const lab = await openMailLab(context)
  const owner = lab.host.as('owner')
  const encoded = (text: string) => `=?utf-8?b?${Buffer.from(text).toString('base64')}?=`
  const hostileTexts = [
    '=?utf-8?q?x?=',
    'A\r\nBcc: x@evil.example',
    '"A\\',
    'A\u202Eb\u200B\u2028c\u0007',
    'a, b <c@evil.example>',
  ]
  const original = (text: string) =>
    rawEmail({ From: `${encoded(text)} <ada@sender.example>`, Subject: encoded(text), References: '<a@b>\u0001<c d>' })
  for (const text of hostileTexts) await lab.deliver(original(text))
  for (const { id: emailId } of await lab.emails({ folder: 'inbox' })) {
    for (const kind of ['reply', 'forward'] as const) {
      const begun = await owner.call(createDraft, { kind, emailId })
      const to = kind === 'reply' ? begun.to : [{ address: 'ada@sender.example' }]
      // The composer saves all that it shows.
      const { id, revision } = await owner.call(changeDraft, { ...shownOf(begun), to: [...to] })
      const sent = await owner.call(sendDraft, { id, revision })
      const bytes = Buffer.from(await (await owner.get(`/api/emails/${sent.emailId}/raw`)).arrayBuffer())
      const { headers } = parseMessage(bytes)
      assert.deepEqual(
        [headers.from, headers.to, headers.cc, headers.bcc].map((list) => list.map(({ address }) => address)),
        [[`info@${domain}`], ['ada@sender.example'], [], []],
      )
      assert.ok(!headers.to[0]?.name.includes('=?'))
      assert.doesNotMatch(bytes.toString(), /^bcc:/im)
    }
  }
})

const shownOf = ({ id, revision, subject, text }: Draft) => ({ id, revision, subject, text })
