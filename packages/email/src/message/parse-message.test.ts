import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attachment } from './body.ts'
import { parseMessage } from './parse-message.ts'

const parse = (...lines: readonly string[]) => parseMessage(Buffer.from(lines.join('\r\n')))
const contentOf = (attachment: Attachment | undefined): string => Buffer.from(attachment?.bytes ?? []).toString()

test('headers of lists, threads and rules are read', () => {
  const { headers, parse: outcome } = parse(
    'Return-Path: <bounce@example.com>',
    'Received: from a',
    'Received: from b',
    'From: =?utf-8?q?Ann_=C3=84?= <ann@example.com>',
    'Sender: list@example.com',
    'To: "Doe, Jo" <jo@example.org>, Team: a@example.org, b@example.org;',
    'Cc: c@example.org',
    'Cc: d@example.org',
    'Reply-To: r@example.com',
    'Subject: =?utf-8?b?SMOkbGxv?=',
    '\t=?utf-8?q?_Welt?=',
    'Date: Tue, 1 Jul 2025 10:52:37 +0200 (CEST)',
    'Message-ID: <1@example.com>',
    'In-Reply-To: <0@example.com>',
    'References: <a@example.com>',
    ' <0@example.com>',
    'List-Id: Developers <Dev.example.com>',
    'List-Unsubscribe: <https://example.com/u?x=1>, <mailto:u@example.com>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'Auto-Submitted: auto-replied (vacation)',
    'Precedence: Bulk',
    '',
    'text',
  )
  assert.equal(outcome, 'complete')
  assert.deepEqual(headers, {
    messageId: '<1@example.com>',
    inReplyTo: ['<0@example.com>'],
    references: ['<a@example.com>', '<0@example.com>'],
    date: new Date('2025-07-01T08:52:37Z'),
    subject: 'Hällo Welt',
    from: [{ name: 'Ann Ä', address: 'ann@example.com' }],
    sender: { name: '', address: 'list@example.com' },
    replyTo: [{ name: '', address: 'r@example.com' }],
    to: [
      { name: 'Doe, Jo', address: 'jo@example.org' },
      { name: '', address: 'a@example.org' },
      { name: '', address: 'b@example.org' },
    ],
    cc: [
      { name: '', address: 'c@example.org' },
      { name: '', address: 'd@example.org' },
    ],
    bcc: [],
    listId: 'dev.example.com',
    listUnsubscribe: ['https://example.com/u?x=1', 'mailto:u@example.com'],
    oneClickUnsubscribe: true,
    autoSubmitted: 'auto-replied',
    precedence: 'bulk',
    received: 2,
    returnPath: 'bounce@example.com',
  })
})

test('no mark in a name, a subject or an address changes the order in which it is shown', () => {
  const { headers } = parse(
    'From: =?utf-8?q?Bank_=E2=80=AEelpmaxe?= <a@example.com>',
    'Reply-To: a@example.\u202Ecom',
    'Subject: =?utf-8?q?=E2=81=A7a_=E2=80=ABb=E2=80=8F?=',
    '',
    'text',
  )
  assert.deepEqual(headers.from, [{ name: 'Bank elpmaxe', address: 'a@example.com' }])
  assert.deepEqual(headers.replyTo, [{ name: '', address: 'a@example.\uFFFDcom' }])
  assert.equal(headers.subject, 'a b\u200F')
})

test('of several From headers the first counts, and the message says so', () => {
  const { headers, problems } = parse('From: a@example.com', 'From: b@example.com', '', '')
  assert.deepEqual(headers.from, [{ name: '', address: 'a@example.com' }])
  assert.deepEqual(problems, ['several-from'])
  assert.deepEqual(parse('To: a@example.com', '', '').problems, ['no-from'])
})

const alternative = (type: string, text: string) => ['--b', `Content-Type: ${type}; charset=utf-8`, '', text]

test('of alternatives the last of each kind is the body', () => {
  const { text, html } = parse(
    'From: a@example.com',
    'Content-Type: multipart/alternative; boundary="b"',
    '',
    ...alternative('text/plain', 'one'),
    ...alternative('text/plain', 'two'),
    ...alternative('text/html', '<p>first</p>'),
    ...alternative('text/html', '<p>second</p>'),
    '--b--',
  )
  assert.deepEqual({ text, html }, { text: 'two', html: '<p>second</p>' })
})

test('bodies in a row are joined, each in both forms', () => {
  const { text, html, attachments } = parse(
    'From: a@example.com',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...alternative('text/html', '<p>Dear &amp; all</p>'),
    ...alternative('text/plain', 'footer <list>'),
    '--b--',
  )
  assert.equal(text, 'Dear & all\nfooter <list>')
  assert.equal(html, '<p>Dear &amp; all</p>\n<pre style="white-space: pre-wrap">footer &lt;list&gt;</pre>')
  assert.equal(attachments.length, 0)
})

test('only images of the text are inline, and every attachment has its range', () => {
  const lines = [
    'From: a@example.com',
    'Content-Type: multipart/related; boundary=b',
    '',
    ...alternative('text/html', '<img src="cid:logo@1">'),
    '--b',
    'Content-Type: image/png',
    'Content-ID: <logo@1>',
    'Content-Transfer-Encoding: base64',
    '',
    'QUJD',
    'RA==',
    '--b',
    'Content-Type: image/svg+xml; name=a.svg',
    'Content-Disposition: inline',
    '',
    '<svg onload="x"/>',
    '--b--',
  ]
  const { attachments } = parse(...lines)
  assert.deepEqual(
    attachments.map(({ name, type, inline, contentId }) => ({ name, type, inline, contentId })),
    [
      { name: 'attachment-1.png', type: 'image/png', inline: true, contentId: 'logo@1' },
      { name: 'a.svg', type: 'image/svg+xml', inline: false, contentId: undefined },
    ],
  )
  assert.equal(contentOf(attachments[0]), 'ABCD')
  const { start = 0, end = 0 } = attachments[0]?.range ?? {}
  assert.equal(lines.join('\r\n').slice(start, end), 'QUJD\r\nRA==')
})

test('a message within a message is an attachment, also in a digest', () => {
  const { attachments, text } = parse(
    'From: a@example.com',
    'Content-Type: multipart/digest; boundary=b',
    '',
    '--b',
    '',
    'From: inner@example.com',
    '',
    'inner text',
    '--b--',
  )
  assert.equal(text, '')
  assert.deepEqual([attachments[0]?.name, attachments[0]?.type], ['attachment-1.eml', 'message/rfc822'])
  assert.match(contentOf(attachments[0]), /^From: inner@example\.com/)
})

test('an attachment is marked where the message or its encoding ends within it', () => {
  const attached = (...rest: readonly string[]) =>
    parse(
      'From: a@example.com',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Disposition: attachment; filename=a.bin',
      'Content-Transfer-Encoding: base64',
      '',
      ...rest,
    )
  assert.deepEqual(
    attached('QUJD', '--b--').attachments.map(({ truncated }) => truncated),
    [false],
  )
  assert.deepEqual(attached('QUJD', '--b--').problems, [])
  for (const message of [attached('QUJD'), attached('QUJDR', '--b--')]) {
    assert.deepEqual(
      message.attachments.map(({ truncated }) => truncated),
      [true],
    )
    assert.deepEqual(message.problems, ['truncated'])
  }
  assert.deepEqual(attached('Q*U*J*D', '--b--').problems, ['invalid-encoding'])
})

test('the names of attachments are decoded in every notation', () => {
  const nameOf = (...lines: readonly string[]) =>
    parse('From: a@example.com', 'Content-Type: application/pdf', ...lines, '', 'x').attachments[0]?.name
  const named = (parameters: string) => nameOf(`Content-Disposition: attachment; ${parameters}`)
  assert.equal(named('filename="a;b (1).pdf"'), 'a;b (1).pdf')
  assert.equal(named('filename=a b.pdf'), 'a b.pdf')
  assert.equal(named("filename*=utf-8''%E2%82%AC%20rates.pdf"), '€ rates.pdf')
  assert.equal(named('filename*0*=iso-8859-1\'\'%E4; filename*1="b.pdf"; filename="x.pdf"'), 'äb.pdf')
  assert.equal(named('filename="=?utf-8?b?w6QucGRm?="'), 'ä.pdf')
  assert.equal(named('filename=first.pdf; filename=second.pdf'), 'first.pdf')
})

test('an unknown charset gives replacement characters', () => {
  const { text, problems } = parseMessage(
    Buffer.from('From: a@example.com\r\nContent-Type: text/plain; charset=x-none\r\n\r\na\xE4b', 'latin1'),
  )
  assert.deepEqual({ text, problems }, { text: 'a\uFFFDb', problems: ['unknown-charset'] })
})

test('HTML without a charset in its header is read by the one that it declares; the header wins', () => {
  const html = (type: string, body: string): string | undefined =>
    parseMessage(Buffer.from(`From: a@example.com\r\nContent-Type: text/html${type}\r\n\r\n${body}`, 'latin1')).html
  const euro = '<meta charset="iso-8859-15">\xA4'
  assert.ok(html('', euro)?.endsWith('€'))
  assert.ok(html('', "<META content='text/html; charset=gb2312' http-equiv=Content-Type>\xC4\xE3")?.endsWith('你'))
  assert.ok(html('; charset=iso-8859-1', euro)?.endsWith('¤'))
  assert.ok(html('', `${' '.repeat(1_024)}${euro}`)?.endsWith('\uFFFD'))
})

test('known charsets and encodings are decoded', () => {
  const text = (headers: string, body: string) =>
    parseMessage(Buffer.from(`From: a@example.com\r\n${headers}\r\n\r\n${body}`, 'latin1')).text
  assert.equal(text('Content-Type: text/plain; charset="ISO-8859-15"', '\xA4'), '€')
  assert.equal(text('Content-Type: text/plain; charset=gb2312', '\xC4\xE3'), '你')
  assert.equal(text('Content-Transfer-Encoding: quoted-printable', 'a=C3=A4 =\r\nb  \r\nc=ZZ'), 'aä b\nc=ZZ')
  assert.equal(text('Content-Transfer-Encoding: Base64', 'aGFs\r\nbG8=aQ=='), 'halloi')
  assert.equal(
    text('Content-Type: text/plain; format=flowed; delsp=yes', 'one \r\ntwo\r\n-- \r\nme'),
    'onetwo\n-- \nme',
  )
})

test('a multipart whose boundary never comes shows its text', () => {
  const { text } = parse('From: a@example.com', 'Content-Type: multipart/mixed; boundary=b', '', '--c', 'text')
  assert.equal(text, '--c\ntext')
})

test('no text has a NUL or half a surrogate pair', () => {
  const { text, headers } = parse('From: a@example.com', 'Subject: =?utf-16le?b?ANg=?= a\0b', '', 'a\0b')
  assert.equal(text, 'a\uFFFDb')
  assert.ok(headers.subject.isWellFormed() && !headers.subject.includes('\0'))
})
