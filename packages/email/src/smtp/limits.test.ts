import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ByteBudget } from './byte-budget.ts'
import { ConnectionCounts } from './connection-counts.ts'
import { networkOf, plainAddress } from './networks.ts'
import type { SmtpVerdict } from './protocol.ts'
import { codesOf, drive, DrivenProtocol, opening, openingCodes } from './testing/drive-protocol.ts'

const hello = 'EHLO client.example.org\r\n'
const mail = 'MAIL FROM:<a@example.org>\r\n'
const recipient = 'RCPT TO:<b@example.com>\r\n'
const kibibyte = 1_024

suite('limits of a dialogue', () => {
  test('100 recipients are accepted, and the next ones get 452', () => {
    const driven = drive(`${hello}${mail}${recipient.repeat(102)}DATA\r\n.\r\n`)
    const codes = codesOf(driven)
    assert.deepEqual(codes.slice(101, 105), ['250 2.1.5', '452 4.5.3', '452 4.5.3', '354'])
    assert.equal(driven.messages[0]?.recipients.length, 100)
  })

  test('a connection ends after ten times as many recipients', () => {
    const driven = drive(`${hello}${mail}${recipient.repeat(40)}`, { limits: { recipients: 3 } })
    assert.deepEqual(codesOf(driven).slice(31), ['452 4.5.3', '421 4.7.0'])
  })

  test('the null sender has one recipient', () => {
    const driven = drive(`${hello}MAIL FROM:<>\r\n${recipient}RCPT TO:<c@example.com>\r\nDATA\r\n.\r\n`)
    assert.deepEqual(codesOf(driven), ['250', '250 2.1.0', '250 2.1.5', '452 4.5.3', '354', '250 2.0.0'])
    assert.deepEqual(driven.messages[0]?.recipients, ['b@example.com'])
  })

  test('a connection ends after too many refused recipients', () => {
    const answer = (question: { kind: string }): SmtpVerdict =>
      question.kind === 'recipient' ? { code: 550, enhanced: '5.1.1', text: 'No' } : 'accepted'
    const driven = drive(`${hello}${mail}${recipient.repeat(9)}`, { answer, limits: { refusedRecipients: 3 } })
    assert.deepEqual(codesOf(driven).slice(2), [...Array.from({ length: 4 }, () => '550 5.1.1'), '421 4.7.0'])
  })

  test('a connection ends after too many bad commands', () => {
    const driven = drive('XYZZY\r\n'.repeat(20))
    assert.deepEqual(codesOf(driven), [...Array.from({ length: 11 }, () => '500 5.5.1'), '421 4.7.0'])
    assert.equal(driven.isClosed, true)
  })

  test('a connection ends after too many commands without a message, which a message resets', () => {
    const limits = { idleCommands: 5 }
    const message = `${mail}${recipient}DATA\r\n.\r\n`
    assert.equal(codesOf(drive(`${hello}${'NOOP\r\n'.repeat(9)}`, { limits })).at(-1), '421 4.7.0')
    assert.equal(codesOf(drive(`${hello}${message.repeat(9)}QUIT\r\n`, { limits })).at(-1), '221 2.0.0')
  })

  test('a command has 512 octets, and MAIL and RCPT have 1,000', () => {
    const noop = (octets: number): string => `NOOP ${'x'.repeat(octets - 7)}\r\n`
    const padded = (octets: number): string => `MAIL FROM:<a@example.org>${' '.repeat(octets - 27)}\r\n`
    assert.deepEqual(codesOf(drive(noop(512) + noop(513))), ['250 2.0.0', '500 5.5.2'])
    assert.deepEqual(codesOf(drive(`${hello}${padded(1_000)}RSET\r\n${padded(1_001)}NOOP\r\n`)).slice(1), [
      '250 2.1.0',
      '250 2.0.0',
      '500 5.5.2',
      '250 2.0.0',
    ])
    const endless = drive('x'.repeat(70_000))
    assert.deepEqual([codesOf(endless), endless.isClosed], [['500 5.5.2'], true])
  })

  test('lines of a message may have any length', () => {
    const text = `${'x'.repeat(100_000)}\r\n`
    assert.equal(drive(`${opening}DATA\r\n${text}.\r\n`).messages[0]?.text, text)
  })
})

suite('sizes', () => {
  const limits = { messageBytes: 100 }
  const content = (bytes: number): string => `${'x'.repeat(bytes - 2)}\r\n`

  test('a message of the limit is accepted, a larger one is refused after its end, and a much larger one at once', () => {
    const send = (bytes: number) => drive(`${opening}DATA\r\n${content(bytes)}.\r\nNOOP\r\n`, { limits })
    assert.deepEqual(codesOf(send(100)).slice(4), ['250 2.0.0', '250 2.0.0'])
    assert.deepEqual(codesOf(send(101)).slice(4), ['552 5.3.4', '250 2.0.0'])
    assert.deepEqual(codesOf(send(201)).slice(4), ['552 5.3.4'])
    assert.equal(send(201).isClosed, true)
  })

  test('chunks are counted together', () => {
    const chunk = `BDAT 60\r\n${content(60)}`
    const driven = drive(`${opening}${chunk}${chunk}BDAT 0 LAST\r\nNOOP\r\n`, { limits })
    assert.deepEqual(codesOf(driven).slice(3), ['250 2.0.0', '552 5.3.4', '503 5.5.1', '250 2.0.0'])
    const huge = drive(`${opening}BDAT 201\r\n`, { limits })
    assert.deepEqual([codesOf(huge).at(-1), huge.isClosed], ['552 5.3.4', true])
  })

  test('a message that finds no memory gets 452 after its end, and the next one may find some', () => {
    const text = `${'x'.repeat(40 * kibibyte)}\r\n`
    const message = `${mail}${recipient}DATA\r\n${text}.\r\n`
    const driven = drive(`${hello}${message}${mail}${recipient}DATA\r\nx\r\n.\r\n`, {
      limits: { totalBytes: 32 * kibibyte },
    })
    assert.deepEqual(codesOf(driven).slice(4), ['452 4.3.1', '250 2.1.0', '250 2.1.5', '354', '250 2.0.0'])
    assert.deepEqual([driven.messages.length, driven.usedBytes], [1, 0])
  })

  test('DATA without memory for a declared size gets 452 and ends the message', () => {
    const held = new DrivenProtocol({ limits: { totalBytes: 32 * kibibyte } })
    held.give(Buffer.from(`${hello}MAIL FROM:<a@example.org> SIZE=30000\r\n${recipient}`))
    const release = held.hold(20_000)
    held.give(Buffer.from('DATA\r\nDATA\r\n'))
    assert.deepEqual(codesOf(held.driven).slice(3), ['452 4.3.1', '503 5.5.1'])
    release()
    assert.equal(held.driven.usedBytes, 0)
  })

  test('a declared size that finds no memory gets 452 at MAIL', () => {
    const driven = drive(`${hello}MAIL FROM:<a@example.org> SIZE=50000\r\n`, { limits: { totalBytes: 32 * kibibyte } })
    assert.deepEqual(codesOf(driven), ['250', '452 4.3.1'])
  })
})

suite('shares', () => {
  test('a network has its part of the memory, and all networks have the total', () => {
    const budget = new ByteBudget(100, 60)
    const [one, two] = [budget.shareOf('a'), budget.shareOf('b')]
    assert.equal(one.reserve(61), false)
    assert.equal(one.reserve(60), true)
    assert.equal(budget.shareOf('a').reserve(1), false)
    assert.equal(two.reserve(41), false)
    assert.equal(two.reserve(40), true)
    one.release(60)
    assert.equal(two.hasRoom(21), false)
    assert.equal(two.hasRoom(20), true)
    two.release(40)
    assert.equal(budget.used, 0)
  })

  test('connections are counted by network and in total', () => {
    const counts = new ConnectionCounts(3, 2)
    assert.deepEqual(
      ['a', 'a', 'a', 'b', 'b'].map((network) => counts.enter(network)),
      [true, true, false, true, false],
    )
    counts.leave('a')
    assert.equal(counts.enter('b'), true)
  })

  test('a network is /24 of IPv4 and /48 of IPv6', () => {
    assert.equal(networkOf('192.0.2.77'), '192.0.2')
    assert.equal(networkOf('::ffff:192.0.2.77'), '192.0.2')
    assert.equal(networkOf('2001:db8:1:2::3'), '2001:db8:1')
    assert.equal(networkOf('2001:db8::3'), '2001:db8:0')
    assert.equal(networkOf('::1'), '0:0:0')
    assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0')
    assert.equal(plainAddress('::ffff:192.0.2.77'), '192.0.2.77')
  })

  test('slow pieces of one byte cost no more memory than their message', () => {
    const bytes = Buffer.from(`${opening}DATA\r\n${'x'.repeat(20_000)}`)
    const { usedBytes, replies } = drive(Array.from(bytes, (byte) => Uint8Array.of(byte)))
    assert.deepEqual(codesOf({ replies }), [...openingCodes, '354'])
    assert.equal(usedBytes, 32 * kibibyte)
  })
})
