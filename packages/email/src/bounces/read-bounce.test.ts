import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { parseMessage } from '../message/parse-message.ts'
import { readBounce } from './read-bounce.ts'
import { deliveryReport, plainNotice } from './testing/notices.ts'

const read = (raw: string | Buffer) => {
  const bytes = typeof raw === 'string' ? Buffer.from(raw) : raw
  return readBounce(parseMessage(bytes), bytes)
}

interface Sample {
  readonly name: string
  readonly kind: string
  readonly text: string
}

/** Replies with their code, and the kind that they have. */
const replies: readonly (readonly [status: string, diagnostic: string, kind: string])[] = [
  ['5.1.1', '550-5.1.1 The email account that you tried to reach does not exist. Please try', 'hard'],
  ['5.1.10', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', 'hard'],
  ['5.4.1', '550 5.4.1 Recipient address rejected: Access denied. [AM7EUR03FT032]', 'hard'],
  ['5.5.0', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).', 'hard'],
  ['5.0.0', '554 delivery error: dd This user does not have a yahoo.com account', 'hard'],
  ['5.2.1', '550 5.2.1 The email account that you tried to reach is inactive.', 'hard'],
  ['5.0.0', '550 Mailbox not found. http://service.mail.qq.com/cgi-bin/help', 'hard'],
  ['5.0.0', '550 User not found: ada@peer.example', 'hard'],
  ['5.4.4', 'Host or domain name not found. Name service error for name=peer.example type=A', 'hard'],
  ['5.4.310', 'DNS domain peer.example does not exist [Message=InfoDomainNonexistent]', 'hard'],
  ['5.1.1', '550 5.1.1 <antispam@peer.example>: user unknown', 'hard'],
  ['5.2.2', '552 5.2.2 The email account that you tried to reach is over quota', 'soft'],
  ['5.0.0', '552 1 Requested mail action aborted, mailbox not found or quota exceeded', 'soft'],
  ['5.2.1', '550 5.2.1 The user you are trying to contact is receiving mail at a rate that', 'soft'],
  ['4.4.1', 'connect to mx.peer.example[192.0.2.1]:25: Connection timed out', 'soft'],
  ['4.4.7', '550 4.4.7 QUEUE.Expired; message expired', 'soft'],
  ['5.4.14', '554 5.4.14 Hop count exceeded - possible mail loop ATTR34', 'soft'],
  ['5.3.4', '552 5.3.4 Message size exceeds fixed limit', 'soft'],
  ['5.0.0', '554 Transaction failed', 'soft'],
  ['5.7.1', '550 5.7.1 Service unavailable; client host [192.0.2.1] blocked using Spamhaus', 'policy'],
  ['5.7.26', '550-5.7.26 This mail is unauthenticated, which poses a security risk', 'policy'],
  ['5.7.1', "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent, block list (S3140).", 'policy'],
  ['5.7.133', 'RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required', 'policy'],
  ['5.0.0', '554 5.0.0 [TSS04] Messages temporarily deferred due to user complaints; spam', 'policy'],
  ['5.0.0', '550 Mail content denied. http://service.mail.qq.com spam', 'policy'],
  ['5.1.1', '550 5.1.1 rejected: your server has a poor reputation', 'policy'],
  ['5.1.8', '553 5.1.8 Domain of sender address does not exist', 'policy'],
  ['5.6.0', '554 5.6.0 Message contains an invalid header', 'policy'],
]

suite('reading bounces', () => {
  test('at least 97 % of a corpus of real notifications are read right', () => {
    const lines = readFileSync(new URL('testing/flufl-bounce.ndjson', import.meta.url), 'utf8')
      .trim()
      .split('\n')
    const samples = lines.map((line) => JSON.parse(line) as Sample)
    const wrong = samples.filter(({ kind, text }) => read(Buffer.from(text, 'latin1')).kind !== kind)
    const right = 1 - wrong.length / samples.length
    assert.ok(right >= 0.97, `${right}: ${wrong.map(({ name }) => name).join(', ')}`)
  })

  for (const [status, diagnostic, kind] of replies) {
    test(`${diagnostic.slice(0, 70)} is ${kind}`, () => {
      const bounce = read(deliveryReport({ status, diagnostic }))
      assert.equal(bounce.kind, kind)
      assert.deepEqual(bounce.kind === 'none' ? [] : bounce.recipients.map(({ address }) => address), [
        'ada@peer.example',
      ])
    })
  }

  test('a delay, a success and an automatic reply are not bounces', () => {
    const report = { status: '4.4.1', diagnostic: 'connect: Connection refused' }
    assert.deepEqual(read(deliveryReport({ ...report, action: 'delayed' })), { kind: 'none', reason: 'delayed' })
    const delivered = read(deliveryReport({ ...report, status: '2.0.0', action: 'delivered' }))
    assert.deepEqual(delivered, { kind: 'none', reason: 'delivered' })
    for (const [subject, text] of [
      ['Out of Office: Hello', 'I am away. My mailbox is full. For urgent matters write to bob@peer.example.'],
      ['Automatic reply: Hello', 'Mail to this address could not be delivered to a person today.'],
      ['Automatische Antwort: Hallo', 'Ich bin nicht im Büro.'],
      ['自动回复: 你好', '您好，我正在休假。'],
    ] as const) {
      const reply = plainNotice({ From: 'ada@peer.example', Subject: subject, 'Auto-Submitted': 'auto-replied' }, text)
      assert.deepEqual(read(reply), { kind: 'none', reason: 'auto-reply' }, subject)
    }
    const question = plainNotice({ From: 'ada@peer.example', Subject: 'Re: Delivery report' }, 'Was it delivered?')
    assert.deepEqual(read(question), { kind: 'none', reason: 'message' })
  })

  test('each recipient of a report has its own result', () => {
    const two = deliveryReport({ status: '5.1.1', diagnostic: '550 user unknown' }).replace(
      'Diagnostic-Code: smtp; 550 user unknown\r\n',
      'Diagnostic-Code: smtp; 550 user unknown\r\n\r\nFinal-Recipient: rfc822; bob@peer.example\r\nAction: failed\r\nStatus: 5.2.2\r\n',
    )
    const bounce = read(two)
    assert.ok(bounce.kind !== 'none')
    assert.deepEqual(
      bounce.recipients.map(({ address, kind }) => [address, kind]),
      [
        ['ada@peer.example', 'hard'],
        ['bob@peer.example', 'soft'],
      ],
    )
  })

  test('no bytes make it throw, and what it returns is bounded', () => {
    const words = ['Action: failed', 'Status: 5.1.1', '\r\n\r\n', 'a@b.example', '--b', '\0', '<', 'quota', ': ', '\n ']
    const soup = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 20 })), { maxLength: 60 })
    const report = deliveryReport({ status: '5.1.1', diagnostic: '550 user unknown' })
    fc.assert(
      fc.property(soup, fc.nat(report.length), (parts, at) => {
        const bounce = read(`${report.slice(0, at)}${parts.join('')}${report.slice(at)}`)
        if (bounce.kind === 'none') return
        assert.ok(bounce.recipients.length <= 100)
        assert.ok(bounce.recipients.every(({ reply, address }) => reply.length <= 500 && address.length <= 320))
      }),
      { numRuns: 200 },
    )
    const many = 'Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\n\r\n'.repeat(20_000)
    const flood = read(
      deliveryReport({ status: '5.1.1', diagnostic: `550 ${'user unknown '.repeat(50_000)}\r\n\r\n${many}` }),
    )
    assert.ok(flood.kind !== 'none' && flood.recipients.length <= 100)
  })
})
