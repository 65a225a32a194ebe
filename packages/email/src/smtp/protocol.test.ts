import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { SmtpQuestion, SmtpVerdict } from './protocol.ts'
import { codesOf, drive, opening, openingCodes } from './testing/drive-protocol.ts'

const hello = 'EHLO client.example.org\r\n'
const mail = 'MAIL FROM:<a@example.org>\r\n'

/** The code of the last command. */
function lastCode(commands: string, options?: Parameters<typeof drive>[1]): string | undefined {
  return codesOf(drive(commands, options)).at(-1)
}

suite('commands', () => {
  test('EHLO lists the extensions, and STARTTLS only where it works', () => {
    const expected = [
      '250-mx.example.com',
      '250-PIPELINING',
      '250-SIZE 26214400',
      '250-8BITMIME',
      '250-SMTPUTF8',
      '250-ENHANCEDSTATUSCODES',
      '250 CHUNKING',
    ]
    assert.deepEqual(drive(hello).replies, expected)
    const { replies } = drive(hello, { offersTls: true })
    assert.deepEqual(replies, expected.toSpliced(3, 0, '250-STARTTLS'))
    assert.deepEqual(drive('HELO client.example.org\r\n').replies, ['250 mx.example.com'])
  })

  const cases: readonly (readonly [string, string, string])[] = [
    ['MAIL before EHLO', mail, '503 5.5.1'],
    ['EHLO without a name', 'EHLO\r\n', '501 5.5.4'],
    ['EHLO with two words', 'EHLO a b\r\n', '501 5.5.4'],
    ['EHLO with a literal', 'EHLO [IPv6:2001:db8::1]\r\n', '250'],
    ['commands in lower case', 'ehlo client\r\nmail from:<a@example.org>\r\nrcpt to:<b@example.com>\r\n', '250 2.1.5'],
    ['a second MAIL', `${hello}${mail}${mail}`, '503 5.5.1'],
    ['a second EHLO ends the message', `${hello}${mail}${hello}${mail}`, '250 2.1.0'],
    ['RCPT before MAIL', `${hello}RCPT TO:<b@example.com>\r\n`, '503 5.5.1'],
    ['DATA before RCPT', `${hello}${mail}DATA\r\n`, '503 5.5.1'],
    ['DATA with an argument', `${opening}DATA now\r\n`, '501 5.5.4'],
    ['RSET ends the message', `${opening}RSET\r\nDATA\r\n`, '503 5.5.1'],
    ['NOOP with an argument', 'NOOP anything\r\n', '250 2.0.0'],
    ['HELP', 'HELP\r\n', '214 2.0.0'],
    ['VRFY', 'VRFY b\r\n', '252 2.5.2'],
    ['EXPN', 'EXPN list\r\n', '502 5.5.1'],
    ['AUTH', `${hello}AUTH PLAIN AGEAYg==\r\n`, '502 5.5.1'],
    ['STARTTLS without TLS', `${hello}STARTTLS\r\n`, '502 5.5.1'],
    ['an unknown command', 'XYZZY\r\n', '500 5.5.1'],
    ['an empty line', '\r\n', '500 5.5.1'],
    ['control characters', 'NOOP \x07\r\n', '500 5.5.2'],
    ['bytes that are not UTF-8', 'NOOP \xff\r\n', '500 5.5.2'],
    ['QUIT', 'QUIT\r\nNOOP\r\n', '221 2.0.0'],
    ['an HTTP request', 'POST / HTTP/1.1\r\nNOOP\r\n', '554 5.5.1'],
  ]
  for (const [title, commands, code] of cases) {
    test(`${title}: ${code}`, () => assert.equal(lastCode(commands), code))
  }
})

suite('paths and parameters', () => {
  const senders: readonly (readonly [string, string])[] = [
    ['<>', '250 2.1.0'],
    [' <a@example.org>', '250 2.1.0'],
    ['<"a > b"@example.org>', '250 2.1.0'],
    ['<"a\\" b"@example.org> SIZE=10', '250 2.1.0'],
    ['<@relay.example.net,@b.example:a@example.org>', '250 2.1.0'],
    ['<a@[192.0.2.1]>', '250 2.1.0'],
    ['<a@[IPv6:2001:db8::1]>', '250 2.1.0'],
    ['<a@example.org> BODY=8BITMIME SMTPUTF8 SIZE=1000', '250 2.1.0'],
    ['a@example.org', '501 5.5.4'],
    ['<a@example.org', '501 5.5.4'],
    ['<a@example.org>SIZE=1', '501 5.5.4'],
    ['<a@example.org> SIZE=x', '501 5.5.4'],
    ['<a@example.org> SIZE=1 SIZE=1', '501 5.5.4'],
    ['<a@example.org> SMTPUTF8=yes', '501 5.5.4'],
    ['<a@example.org> SIZE=26214401', '552 5.3.4'],
    ['<a@example.org> BODY=BINARYMIME', '555 5.5.4'],
    ['<a@example.org> RET=FULL', '555 5.5.4'],
    ['<a@example.org> AUTH=<>', '555 5.5.4'],
    ['<a@example.org> REQUIRETLS', '550 5.7.30'],
    ['<a>', '501 5.1.7'],
    ['<a@>', '501 5.1.7'],
    ['<@example.org>', '501 5.1.7'],
    ['<a..b@example.org>', '501 5.1.7'],
    ['<a b@example.org>', '501 5.1.7'],
    ['<a@example..org>', '501 5.1.7'],
    ['<a@-example.org>', '501 5.1.7'],
    ['<a@b@example.org>', '501 5.1.7'],
    [`<${'a'.repeat(65)}@example.org>`, '501 5.1.7'],
    [`<a@${'example.'.repeat(40)}org>`, '501 5.1.7'],
    ['<\xc3\xa4@example.org>', '553 5.6.7'],
    ['<\xc3\xa4@example.org> SMTPUTF8', '250 2.1.0'],
  ]
  for (const [path, code] of senders) {
    test(`MAIL FROM:${path.length > 80 ? `${path.slice(0, 20)}…` : path}: ${code}`, () =>
      assert.equal(lastCode(`${hello}MAIL FROM:${path}\r\n`), code))
  }

  test('parameters need EHLO', () => {
    assert.equal(lastCode(`HELO client\r\nMAIL FROM:<a@example.org> SIZE=1\r\n`), '555 5.5.4')
  })

  test('RCPT takes addresses, postmaster without a domain, and no parameter', () => {
    const codes = [
      '<b@example.com>',
      '<Postmaster>',
      '<>',
      '<b>',
      '<b@example.com> NOTIFY=NEVER',
      '<\xc3\xa4@example.com>',
    ].map((path) => lastCode(`${hello}${mail}RCPT TO:${path}\r\n`))
    assert.deepEqual(codes, ['250 2.1.5', '250 2.1.5', '501 5.1.3', '501 5.1.3', '555 5.5.4', '553 5.6.7'])
  })

  test('the envelope has the sender without its route, the recipients in order, and the parameters', () => {
    const questions: SmtpQuestion[] = []
    const answer = (question: SmtpQuestion): SmtpVerdict => {
      questions.push(question)
      return 'accepted'
    }
    const commands = `${hello}MAIL FROM:<@r.example:\xc3\xa4@example.org> SMTPUTF8 BODY=8bitmime SIZE=3\r\nRCPT TO:<b@example.com>\r\nRCPT TO:<C@example.com>\r\nDATA\r\nx\r\n.\r\n`
    drive(commands, { answer })
    const envelope = { sender: 'ä@example.org', declaredBytes: 3, body: '8BITMIME', usesUtf8: true }
    assert.deepEqual(questions, [
      { kind: 'sender', envelope: { ...envelope, recipients: [] } },
      { kind: 'recipient', address: 'b@example.com', envelope: { ...envelope, recipients: [] } },
      { kind: 'recipient', address: 'C@example.com', envelope: { ...envelope, recipients: ['b@example.com'] } },
      {
        kind: 'message',
        envelope: { ...envelope, recipients: ['b@example.com', 'C@example.com'] },
        pieces: [Buffer.from('x\r\n')],
      },
    ])
  })
})

suite('answers of the product', () => {
  test('a refused recipient gets its reply and is not in the envelope', () => {
    const answer = (question: SmtpQuestion): SmtpVerdict =>
      question.kind === 'recipient' && question.address.startsWith('x')
        ? { code: 550, enhanced: '5.1.1', text: 'No' }
        : 'accepted'
    const { replies, messages } = drive(`${opening}RCPT TO:<x@example.com>\r\nDATA\r\n.\r\n`, { answer })
    assert.ok(replies.includes('550 5.1.1 No'))
    assert.deepEqual(messages, [{ sender: 'a@example.org', recipients: ['b@example.com'], text: '' }])
  })

  test('no reply of the product adds a line or a character that is not ASCII', () => {
    const answer = (): SmtpVerdict => ({ code: 550, enhanced: '5.7.1', text: `No\r\n250 ok ä${'x'.repeat(600)}` })
    const { replies } = drive(`${hello}${mail}`, { answer })
    assert.match(replies.at(-2) ?? '', /^550-5\.7\.1 No 250 ok \?x+$/)
    assert.match(replies.at(-1) ?? '', /^550 5\.7\.1 x+$/)
    assert.ok(replies.every((line) => line.length <= 510))
  })

  test('a reply with 421 ends the connection', () => {
    const answer = (): SmtpVerdict => ({ code: 421, enhanced: '4.7.0', text: 'Later' })
    const driven = drive(`${hello}${mail}NOOP\r\n`, { answer })
    assert.deepEqual(codesOf(driven), ['250', '421 4.7.0'])
    assert.equal(driven.isClosed, true)
  })
})

suite('BDAT', () => {
  test('chunks make one message, with PIPELINING and an empty last chunk', () => {
    const driven = drive(`${opening}BDAT 4\r\nab\r\nBDAT 3\r\n.\r\nBDAT 0 LAST\r\n`)
    assert.deepEqual(codesOf(driven), [...openingCodes, '250 2.0.0', '250 2.0.0', '250 2.0.0'])
    assert.deepEqual(
      driven.messages.map(({ text }) => text),
      ['ab\r\n.\r\n'],
    )
    assert.equal(driven.usedBytes, 0)
  })

  test('an empty message is one chunk of no bytes', () => {
    assert.equal(drive(`${opening}BDAT 0 LAST\r\n`).messages[0]?.text, '')
  })

  test('DATA and RCPT after BDAT are refused, and the message is gone', () => {
    const driven = drive(`${opening}BDAT 2\r\nabRCPT TO:<c@example.com>\r\nDATA\r\nBDAT 2 LAST\r\n\r\nNOOP\r\n`)
    assert.deepEqual(codesOf(driven).slice(3), ['250 2.0.0', '503 5.5.1', '503 5.5.1', '503 5.5.1', '250 2.0.0'])
    assert.deepEqual([driven.messages, driven.usedBytes], [[], 0])
  })

  test('the bytes of a refused chunk are no commands', () => {
    const driven = drive(`${hello}BDAT 6 LAST\r\nQUIT\r\nNOOP\r\n`)
    assert.deepEqual(codesOf(driven), ['250', '503 5.5.1', '250 2.0.0'])
  })

  test('a chunk without a valid size ends the connection', () => {
    for (const argument of ['', ' x', ' -1', ' 1 FIRST', ' 9999999999999999', ' 1LAST']) {
      const driven = drive(`${opening}BDAT${argument}\r\nNOOP\r\n`)
      assert.deepEqual([codesOf(driven).at(-1), driven.isClosed], ['501 5.5.4', true])
    }
  })

  test('RSET between chunks frees them', () => {
    const driven = drive(`${opening}BDAT 2\r\nabRSET\r\n`)
    assert.equal(driven.usedBytes, 0)
    assert.equal(drive(`${opening}BDAT 2\r\nab`).usedBytes > 0, true)
  })
})
