import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMessage } from '../message/parse-message.ts'
import { composeMessage } from './compose-message.ts'
import { ComposeError, composeLimits, type OutgoingMessage } from './outgoing-message.ts'
import { sample } from './testing/samples.ts'

const plain: OutgoingMessage = {
  from: { name: '', address: 'ann@example.com' },
  to: [{ name: '', address: 'jo@example.org' }],
  subject: 'Hello',
  text: 'Hi',
  date: sample.date,
  messageId: '<1@example.com>',
}

const compose = async (changes: Partial<OutgoingMessage> = {}) => {
  const { bytes, needsSmtpUtf8 } = await composeMessage({ ...plain, ...changes })
  return { bytes, needsSmtpUtf8, parsed: parseMessage(bytes) }
}

test('a message reads back as it was written', async () => {
  const { parsed, needsSmtpUtf8 } = await compose(sample)
  const { headers, attachments } = parsed
  assert.deepEqual([parsed.parse, parsed.problems, needsSmtpUtf8], ['complete', ['attachment-renamed'], false])
  assert.deepEqual(headers.from, [sample.from])
  assert.deepEqual(headers.to, [sample.to[0], { name: '日本', address: 'a@xn--bcher-kva.example' }])
  assert.deepEqual([headers.cc, headers.replyTo, headers.bcc], [sample.cc, sample.replyTo, []])
  assert.deepEqual([headers.subject, headers.date, headers.messageId], [sample.subject, sample.date, sample.messageId])
  assert.deepEqual([headers.inReplyTo, headers.references], [[sample.inReplyTo], sample.references])
  assert.deepEqual(headers.listUnsubscribe, [sample.unsubscribe.url, 'mailto:u@example.com'])
  assert.deepEqual([headers.oneClickUnsubscribe, headers.autoSubmitted], [true, 'auto-generated'])
  assert.deepEqual([parsed.text, parsed.html], [sample.text, sample.html])
  assert.deepEqual(
    attachments.map(({ name, type, inline }) => [name, type, inline]),
    [
      ['logo.png', 'image/png', true],
      ['报告 _1_; x=y.pdf', 'application/pdf', false],
      ['kept.eml', 'message/rfc822', false],
      ['odd.eml', 'application/octet-stream', false],
    ],
  )
  for (const { name, bytes } of sample.attachments) {
    const found = attachments.find((attachment) => attachment.name === name.replaceAll('"', '_'))
    assert.deepEqual(Buffer.from(found?.bytes ?? []), bytes)
  }
})

test('no line has more than 998 bytes, none ends without CRLF, and all are ASCII', async () => {
  const { bytes } = await compose(sample)
  const lines = bytes.toString('latin1').split('\r\n')
  assert.ok(Math.max(...lines.map(({ length }) => length)) <= 998)
  for (const line of lines) assert.match(line, /^[\t\x20-\x7e]*$/)
})

test('a name beyond ASCII before the @ needs SMTPUTF8, and a domain does not', async () => {
  const address = (value: string) => ({ to: [{ name: '', address: value }] })
  const local = await compose(address('jürgen@bücher.example'))
  assert.equal(local.needsSmtpUtf8, true)
  assert.deepEqual(local.parsed.headers.to, [{ name: '', address: 'jürgen@bücher.example' }])
  assert.equal((await compose(address('j@bücher.example'))).needsSmtpUtf8, false)
})

test('a text without HTML is one part, and line breaks of any kind are CRLF', async () => {
  const { bytes, parsed } = await compose({ text: 'a\nb\rc\r\nd' })
  assert.match(bytes.toString(), /^Content-Transfer-Encoding: quoted-printable\r\n/)
  assert.match(bytes.toString(), /\r\n\r\na\r\nb\r\nc\r\nd/)
  assert.equal(parsed.html, undefined)
})

test('HTML alone is a message too', async () => {
  const { parsed } = await composeHtml()
  assert.deepEqual([parsed.html, parsed.text], ['<p>Hi</p>\n', 'Hi'])
})

async function composeHtml() {
  const { text: _, ...rest } = plain
  const { bytes } = await composeMessage({ ...rest, html: '<p>Hi</p>' })
  return { parsed: parseMessage(bytes) }
}

const file = (changes: object) => ({
  attachments: [{ name: 'a.txt', type: 'text/plain', bytes: Buffer.alloc(1), ...changes }],
})

const refused: readonly (readonly [field: string, changes: Partial<OutgoingMessage>])[] = [
  ['from.address', { from: { name: '', address: 'ann' } }],
  ['from.name', { from: { name: 'a\r\nBcc: x@example.com', address: 'ann@example.com' } }],
  ['to[0].address', { to: [{ name: '', address: 'a@example.com>, <b@example.com' }] }],
  ['to[0].address', { to: [{ name: '', address: 'a@example.com\nBcc: x@example.com' }] }],
  ['to[0].address', { to: [{ name: '', address: 'a@exa mple.com' }] }],
  ['to[0].address', { to: [{ name: '', address: `${'a'.repeat(65)}@example.com` }] }],
  ['to[0].address', { to: [{ name: '', address: 'a..b@example.com' }] }],
  ['to[0].address', { to: [{ name: '', address: 'a@-example.com' }] }],
  [
    'cc[1].name',
    {
      cc: [
        { name: '', address: 'a@example.com' },
        { name: 'x\0', address: 'a@example.com' },
      ],
    },
  ],
  ['cc[0].name', { cc: [{ name: '=?utf-8?q?Bank?=', address: 'a@example.com' }] }],
  ['replyTo[0].name', { replyTo: [{ name: 'x\u2028', address: 'a@example.com' }] }],
  ['to', { to: Array.from({ length: 501 }, () => ({ name: '', address: 'a@example.com' })) }],
  ['subject', { subject: 'a\r\n\r\n<p>' }],
  ['subject', { subject: '\ud800' }],
  ['subject', { subject: 'x'.repeat(1_001) }],
  ['date', { date: new Date(Number.NaN) }],
  ['messageId', { messageId: '1@example.com' }],
  ['messageId', { messageId: '<1@example.com>\r\nX: y' }],
  ['inReplyTo', { inReplyTo: '<a b>' }],
  ['references[0]', { references: ['<a>\n<b>'] }],
  ['text', { text: 'a\0b' }],
  ['html', { html: 'x'.repeat(composeLimits.body + 1) }],
  ['unsubscribe.url', { unsubscribe: { url: 'http://example.com' } }],
  ['unsubscribe.url', { unsubscribe: { url: 'https://example.com/>\r\nX: y' } }],
  ['unsubscribe.mailbox', { unsubscribe: { url: 'https://example.com', mailbox: 'x>' } }],
  ['attachments[0].name', file({ name: 'a\r\nb.txt' })],
  ['attachments[0].name', file({ name: '../a.txt' })],
  ['attachments[0].name', file({ name: ' ' })],
  ['attachments[0].type', file({ type: 'multipart/mixed' })],
  ['attachments[0].type', file({ type: 'text/plain; charset=x\r\nX: y' })],
  ['attachments[0].contentId', file({ contentId: 'a>\r\nX: y' })],
]

for (const [field, changes] of refused) {
  test(`a message with ${JSON.stringify(changes).slice(0, 80)} is refused at ${field}`, async () => {
    await assert.rejects(compose(changes), (error) => error instanceof ComposeError && error.field === field)
  })
}

test('a message without a body is refused', async () => {
  const { text: _, ...rest } = plain
  await assert.rejects(composeMessage(rest), (error) => error instanceof ComposeError && error.field === 'text')
})
