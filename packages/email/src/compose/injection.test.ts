/** No value of a message adds a header, a recipient or a part: it is refused, or it reads back as it was. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inOrder, oneLine } from '../message/clean-text.ts'
import { parseMessage } from '../message/parse-message.ts'
import { composeMessage } from './compose-message.ts'
import { ComposeError, type OutgoingMessage } from './outgoing-message.ts'

/** A text as a reader shows it: on one line, and without characters that would show it in another order. */
const shown = (text: string): string => oneLine(inOrder(text))

const pieces = fc.constantFrom(
  '\u202a',
  '\u2066',
  '\r\n',
  '\n',
  '\r',
  '\0',
  '\u2028',
  '\u0085',
  '\u000b',
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
  ')',
  '=?utf-8?q?=0D=0ABcc:_x?=',
  '=?',
  '?=',
  'ä',
  '日',
  '😀',
  'a',
  ' ',
  '\t',
  '.',
  '--',
  '%0d%0a',
  "utf-8''x",
  '../',
  'evil.example',
)
const hostile = fc.oneof(
  fc.array(pieces, { minLength: 1, maxLength: 8 }).map((list) => list.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

const message = (changes: Partial<OutgoingMessage>): OutgoingMessage => ({
  from: { name: 'Ann', address: 'ann@example.com' },
  to: [{ name: 'Jo', address: 'jo@example.org' }],
  subject: 'Hello',
  text: 'Hi',
  date: new Date('2025-07-01T08:52:37Z'),
  messageId: '<1@example.com>',
  ...changes,
})

/** The parsed message, or undefined where it was refused. */
async function sent(changes: Partial<OutgoingMessage>) {
  try {
    const { bytes } = await composeMessage(message(changes))
    const parsed = parseMessage(bytes)
    const names = bytes
      .subarray(0, bytes.indexOf('\r\n\r\n'))
      .toString()
      .split('\r\n')
      .filter((line) => !/^[ \t]/.test(line))
    return { ...parsed, names: names.map((line) => line.slice(0, line.indexOf(':')).toLowerCase()).toSorted() }
  } catch (error) {
    assert.ok(error instanceof ComposeError, String(error))
    return undefined
  }
}

const usual = [
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
]

async function holds(
  changesOf: (value: string) => Partial<OutgoingMessage>,
  check: (parsed: NonNullable<Awaited<ReturnType<typeof sent>>>, value: string) => void,
) {
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(hostile, async (value) => {
      const parsed = await sent(changesOf(value))
      if (parsed === undefined) return
      accepted++
      assert.equal(parsed.parse, 'complete')
      check(parsed, value)
    }),
    { numRuns: 500 },
  )
  assert.ok(accepted > 0)
}

test('any subject is refused or reads back', async () => {
  await holds(
    (subject) => ({ subject }),
    ({ headers, names }, subject) => {
      assert.deepEqual(
        names.filter((name) => name !== 'subject'),
        usual.filter((name) => name !== 'subject'),
      )
      assert.equal(headers.subject, shown(subject))
    },
  )
})

test('any name of a sender or recipient is refused or reads back', async () => {
  await holds(
    (name) => ({ from: { name, address: 'ann@example.com' }, to: [{ name, address: 'jo@example.org' }] }),
    ({ headers, names }, name) => {
      assert.deepEqual(names, usual)
      assert.deepEqual(
        headers.from.map(({ address }) => address),
        ['ann@example.com'],
      )
      assert.deepEqual(
        headers.to.map(({ address }) => address),
        ['jo@example.org'],
      )
      assert.equal(headers.to[0]?.name, shown(name))
    },
  )
})

test('any address is refused or is the only recipient', async () => {
  await holds(
    (text) => ({ to: [{ name: '', address: `${text}@example.org` }] }),
    ({ headers, names }, text) => {
      assert.deepEqual(names, usual)
      assert.deepEqual(headers.to, [{ name: '', address: `${text}@example.org` }])
    },
  )
})

test('any file name is refused or names the only attachment', async () => {
  await holds(
    (name) => ({ attachments: [{ name, type: 'text/plain', bytes: Buffer.from('x') }] }),
    ({ attachments, text, names }) => {
      assert.ok(!names.includes('bcc'))
      assert.deepEqual([attachments.length, text], [1, 'Hi'])
      assert.equal(Buffer.from(attachments[0]?.bytes ?? []).toString(), 'x')
    },
  )
})

test('any text and HTML reads back as the only bodies', async () => {
  const boundary = fc.constantFrom('\r\n----_NmP-', '\n.\n', '--', '=', '\r\n\r\n')
  const body = fc.array(fc.oneof(pieces, boundary), { minLength: 1, maxLength: 12 }).map((list) => list.join(''))
  await fc.assert(
    fc.asyncProperty(body, body, async (text, html) => {
      const parsed = await sent({ text, html })
      if (parsed === undefined) return
      const lines = (value: string) => value.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
      assert.deepEqual([parsed.text, parsed.html, parsed.attachments.length], [lines(text), lines(html), 0])
    }),
    { numRuns: 500 },
  )
})
