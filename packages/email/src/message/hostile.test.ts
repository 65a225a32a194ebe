/** Messages that were made to break a parser: every one has a result within all limits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseMessage } from './parse-message.ts'
import { snippetOf } from './snippet.ts'
import { assertBounded } from './testing/assert-bounded.ts'
import { hostileMessages } from './testing/hostile-messages.ts'
import { threadKeys } from './thread-keys.ts'

const rounds = process.env['HOST_SOAK'] === '1' ? 500 : 32
const seed = Date.now() % 2 ** 31
/** Far above the slowest message on a busy machine. */
const mostMilliseconds = 2_000

test(`${rounds * 10} hostile messages are parsed within all limits and in time`, () => {
  let count = 0
  for (const { name, text } of hostileMessages(seed, rounds)) {
    const bytes = Buffer.from(text, 'latin1')
    const began = performance.now()
    const message = parseMessage(bytes)
    const label = `${name}, seed ${seed}`
    assert.ok(performance.now() - began < mostMilliseconds, label)
    try {
      assertBounded(message, bytes.length)
    } catch (error) {
      throw new Error(label, { cause: error })
    }
    assert.ok(snippetOf(message.text).isWellFormed(), label)
    assert.ok(threadKeys(message.headers).ancestors.length <= 200, label)
    count++
  }
  assert.ok(count >= 300)
})

const fragments = fc.constantFrom(
  'Content-Type: multipart/mixed; boundary=b\r\n',
  'Content-Type: text/html; charset=x\n',
  "Content-Disposition: attachment; filename*=utf-8''%2e%2e%2f\n",
  'Content-Transfer-Encoding: base64\n',
  'From: a@b\n',
  'Subject: =?utf-8?b?w?= =?x?q?=?=\n',
  '\r\n',
  '\n',
  '\r',
  '--b',
  '--b--\r\n',
  ' ',
  '=',
  '"',
  ';',
  '<',
  '>',
  'QUJD',
)

test('any sequence of pieces of messages is parsed', () => {
  const piece = fc.oneof({ weight: 4, arbitrary: fragments }, { weight: 1, arbitrary: fc.string({ unit: 'binary' }) })
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const bytes = Buffer.from(pieces.join(''))
      assertBounded(parseMessage(bytes), bytes.length)
    }),
    { numRuns: 500 },
  )
})

test('any bytes are parsed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000, size: 'max' }), (bytes) =>
      assertBounded(parseMessage(bytes), bytes.length),
    ),
    { numRuns: 500 },
  )
})
