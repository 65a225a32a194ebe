/** Messages at a limit are parsed, and those one over it are not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLimits, type LimitName, type ParseLimits } from './limits.ts'
import { parseMessage } from './parse-message.ts'

const head = 'From: Ann <ann@example.com>\r\nSubject: Hello\r\n'

const nested = (depth: number): string =>
  Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
  ).join('')

const parts = (count: number): string =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(count)}--b--`

const recipients = (count: number): string =>
  Array.from(
    { length: count / 50 },
    () => `To: ${Array.from({ length: 50 }, () => 'a@example.com').join(', ')}\r\n`,
  ).join('')

const cases: readonly { readonly limit: LimitName; readonly most: string; readonly over: string }[] = [
  { limit: 'depth', most: head + nested(50), over: head + nested(51) },
  { limit: 'parts', most: head + parts(499), over: head + parts(500) },
  { limit: 'parts', most: head + parts(499), over: head + parts(10_000) },
  { limit: 'header', most: `${head}X: ${'x'.repeat(65_000)}\r\n\r\n`, over: `${head}X: ${'x'.repeat(65_537)}\r\n\r\n` },
  {
    limit: 'header-block',
    most: `${head}${'X: y\r\n'.repeat(43_000)}\r\n`,
    over: `${head}${'X: y\r\n'.repeat(44_000)}\r\n`,
  },
  {
    limit: 'addresses',
    most: `${head.replace('From', 'X')}${recipients(2_000)}\r\n`,
    over: `${head}${recipients(2_000)}\r\n`,
  },
]

for (const { limit, most, over } of cases) {
  test(`part limit and others: a message over the limit ${limit} (${over.length} bytes) has its From and Subject only`, () => {
    assert.equal(parseMessage(Buffer.from(most)).parse, 'complete')
    const message = parseMessage(Buffer.from(over))
    assert.deepEqual(message.parse, { limit })
    assert.deepEqual(message.headers.from, [{ name: 'Ann', address: 'ann@example.com' }])
    assert.equal(message.headers.subject, 'Hello')
    assert.deepEqual([message.text, message.html, message.attachments], ['', undefined, []])
  })
}

test('the headers of a part have the same limits', () => {
  const message = `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nX: ${'x'.repeat(65_537)}\r\n\r\n--b--`
  assert.deepEqual(parseMessage(Buffer.from(message)).parse, { limit: 'header' })
})

test('decoded content has a limit by the size of the message', () => {
  const limits: ParseLimits = { ...parseLimits, decodedRatio: 0.5 }
  const message = `${head}Content-Type: image/png\r\n\r\n${'x'.repeat(1_000)}`
  assert.deepEqual(parseMessage(Buffer.from(message), limits).parse, { limit: 'decoded' })
  assert.equal(parseMessage(Buffer.from(message)).parse, 'complete')
})

test('bodies are cut at their limit, between characters', () => {
  const limits: ParseLimits = { ...parseLimits, body: 10 }
  const { text, problems, parse } = parseMessage(Buffer.from(`${head}\r\n${'x'.repeat(9)}😀😀`), limits)
  assert.deepEqual({ text, problems, parse }, { text: 'x'.repeat(9), problems: ['body-cut'], parse: 'complete' })
})

test('headers beyond the first 64 kB of a message over a limit are not read', () => {
  const message = `${'X: y\r\n'.repeat(44_000)}${head}\r\n`
  const { headers } = parseMessage(Buffer.from(message))
  assert.deepEqual([headers.from, headers.subject], [[], ''])
})
