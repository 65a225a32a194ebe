import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { codesOf, drive, opening, openingCodes } from './testing/drive-protocol.ts'

const second = 'MAIL FROM:<forged@example.org>\r\nRCPT TO:<b@example.com>\r\nDATA\r\nforged\r\n.\r\n'

/** Ends of a message for some server, none of them CR LF "." CR LF. */
const falseEnds = [
  '\n.\n',
  '\n.\r\n',
  '\r.\r',
  '\r\n.\n',
  '\r.\r\n',
  '\r\n.\r',
  '\r\r\n.\r\n',
  '\n\r\n.\n',
  '\r\n\0.\r\n',
  '\r\n.\0\r\n',
  '\r\n.\r\r\n',
  '\r\n.\r\0\n',
  '\0\r\n.\r\n',
  '\r\n..\n',
  '\n..\r\n',
]

suite('SMTP smuggling', () => {
  for (const end of falseEnds) {
    test(`${JSON.stringify(end)} in DATA refuses the message, ends the connection, and begins no second message`, () => {
      const driven = drive(`${opening}DATA\r\nhello${end}${second}QUIT\r\n`)
      assert.deepEqual(codesOf(driven), [...openingCodes, '354', '550 5.6.11'])
      assert.deepEqual(driven.messages, [])
      assert.equal(driven.isClosed, true)
      assert.equal(driven.usedBytes, 0)
    })

    test(`${JSON.stringify(end)} in a chunk of BDAT refuses the message, and its bytes are content`, () => {
      const content = `hello${end}${second}`
      const driven = drive(`${opening}BDAT ${content.length} LAST\r\n${content}NOOP\r\n`)
      assert.deepEqual(codesOf(driven), [...openingCodes, '550 5.6.11', '250 2.0.0'])
      assert.deepEqual(driven.messages, [])
      assert.equal(driven.usedBytes, 0)
    })
  }

  test('a line end in two halves of two chunks is one line end, and a message never ends with half of one', () => {
    const whole = drive(`${opening}BDAT 3\r\nab\rBDAT 3 LAST\r\n\nc\r`)
    assert.deepEqual(codesOf(whole).slice(3), ['250 2.0.0', '550 5.6.11'])
    const fine = drive(`${opening}BDAT 3\r\nab\rBDAT 4 LAST\r\n\nc\r\n`)
    assert.equal(fine.messages[0]?.text, 'ab\r\nc\r\n')
  })

  for (const end of ['\n', '\r', '\0', '\n\r', '\r\r\n']) {
    test(`a command that ends with ${JSON.stringify(end)} ends the connection`, () => {
      const driven = drive(`EHLO client.example.org\r\nNOOP${end}NOOP\r\nNOOP\r\n`)
      assert.deepEqual(codesOf(driven), ['250', '521 5.5.2'])
      assert.equal(driven.isClosed, true)
    })
  }

  test('of any bytes of dots and line ends, one message at most is accepted, and exactly as an independent reader has it', () => {
    const pieces = fc.array(fc.constantFrom('\r\n', '\r\n.', '.', '\r', '\n', 'a', '\0', '..', '\r\n.\r\n'), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(pieces, (parts) => {
        const content = parts.join('')
        const { messages } = drive(`${opening}DATA\r\n${content}\r\n.\r\nQUIT\r\n`)
        assert.deepEqual(
          messages.map(({ text }) => text),
          expectedMessages(content),
        )
      }),
      { numRuns: 2_000 },
    )
  })
})

/** The message before the first true end; none where a line of it is broken. */
function expectedMessages(content: string): string[] {
  const bytes = `\r\n${content}\r\n.\r\n`
  const message = bytes.slice(2, bytes.indexOf('\r\n.\r\n') + 2)
  if (/\0|\r(?!\n)|(?<!\r)\n/.test(message)) return []
  const lines = message.split('\r\n').map((line) => (line.startsWith('.') ? line.slice(1) : line))
  return [lines.join('\r\n')]
}
