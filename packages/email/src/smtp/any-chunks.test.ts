/** The replies and messages of a byte stream are the same however the network splits it. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { drive, DrivenProtocol, opening, type DriveOptions } from './testing/drive-protocol.ts'

const commands = [
  'EHLO client.example.org\r\n',
  'HELO client.example.org\r\n',
  'MAIL FROM:<a@example.org>\r\n',
  'MAIL FROM:<> SIZE=10 BODY=8BITMIME\r\n',
  'MAIL FROM:<ä@example.org> SMTPUTF8\r\n',
  'MAIL FROM:<a@example.org> SIZE=99999999\r\n',
  'RCPT TO:<b@example.com>\r\n',
  'RCPT TO:<refused@example.com>\r\n',
  'RCPT TO:<b c>\r\n',
  'DATA\r\n',
  'line\r\n..stuffed\r\n',
  '.\r\n',
  'BDAT 5\r\nab\r\nc',
  'BDAT 0 LAST\r\n',
  'BDAT 4 LAST\r\na\nb\n',
  'BDAT 3000\r\n',
  'BDAT x\r\n',
  'RSET\r\n',
  'NOOP\r\n',
  'VRFY b\r\n',
  'GARBAGE\r\n',
  `${'x'.repeat(600)}\r\n`,
  `NOOP ${'x'.repeat(2_000)}\r\n`,
  'NOOP\n',
  '\xff\xfe\r\n',
  'QUIT\r\n',
]

const options: DriveOptions = {
  limits: { messageBytes: 2_000, badCommands: 5, recipients: 2 },
  answer: (question) =>
    question.kind === 'recipient' && question.address.startsWith('refused')
      ? { code: 550, enhanced: '5.1.1', text: 'Unknown' }
      : 'accepted',
}

const utf8 = (text: string): Buffer =>
  Buffer.from(text, /[^\0-\x7f]/.test(text) && !text.startsWith('\xff') ? 'utf8' : 'latin1')
const dialogues = fc
  .array(fc.constantFrom(...commands), { minLength: 1, maxLength: 20 })
  .map((lines) => Buffer.concat([Buffer.from(opening), ...lines.map(utf8)]))

function split(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [0, ...places.map((place) => place % bytes.length).toSorted((a, b) => a - b), bytes.length]
  return cuts.slice(1).map((end, at) => bytes.subarray(cuts[at], end))
}

suite('bytes in any pieces', () => {
  test('a dialogue has the same replies and messages', () => {
    fc.assert(
      fc.property(dialogues, fc.array(fc.nat(), { maxLength: 30 }), (bytes, places) => {
        assert.deepEqual(drive(split(bytes, places), options), drive([bytes], options))
      }),
      { numRuns: 2_000 },
    )
  })

  test('a dialogue has the same replies and messages byte by byte, and garbage too', () => {
    const any = fc.oneof(dialogues, fc.uint8Array({ minLength: 1, maxLength: 200 }))
    fc.assert(
      fc.property(any, (bytes) => {
        const single = Array.from(bytes, (byte) => Uint8Array.of(byte))
        assert.deepEqual(drive(single, options), drive([bytes], options))
      }),
      { numRuns: 1_000 },
    )
  })

  test('any content comes out byte for byte, by DATA with its dots stuffed and by BDAT in any chunks', () => {
    const line = fc
      .uint8Array({ maxLength: 40 })
      .map((bytes) => bytes.map((byte) => ([0, 10, 13].includes(byte) ? 46 : byte)))
    const content = fc
      .array(line, { maxLength: 20 })
      .map((lines) => lines.map((bytes) => Buffer.from(bytes).toString('latin1')))
    fc.assert(
      fc.property(content, fc.array(fc.nat(), { maxLength: 10 }), (lines, places) => {
        const text = lines.map((each) => `${each}\r\n`).join('')
        const stuffed = text.replaceAll(/^\./gm, '..')
        assert.equal(drive(`${opening}DATA\r\n${stuffed}.\r\n`).messages[0]?.text, text)
        const chunks = text === '' ? [] : split(Buffer.from(text, 'latin1'), places)
        const sent = chunks.map((chunk) => `BDAT ${chunk.length}\r\n${Buffer.from(chunk).toString('latin1')}`).join('')
        assert.equal(drive(`${opening}${sent}BDAT 0 LAST\r\n`).messages[0]?.text, text)
      }),
      { numRuns: 500 },
    )
  })

  test('a dialogue that stops anywhere has given no message that is incomplete, and frees its memory', () => {
    const content = 'Subject: x\r\n\r\n..dots\r\nend\r\n'
    const bytes = Buffer.from(
      `${opening}DATA\r\n${content}.\r\n${opening}BDAT 6\r\nabcd\r\nBDAT 4 LAST\r\nef\r\nQUIT\r\n`,
    )
    const [first, second] = drive([bytes]).messages
    for (let end = 0; end <= bytes.length; end += 1) {
      const protocol = new DrivenProtocol()
      protocol.give(bytes.subarray(0, end))
      const { messages } = protocol.driven
      assert.deepEqual(messages, [first, second].slice(0, messages.length))
      protocol.release()
      assert.equal(protocol.driven.usedBytes, 0)
    }
    assert.equal(second?.text, 'abcd\r\nef\r\n')
  })
})
