/** Emails through a real mail server: the received messages, and the servers that the host refuses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutgoingMail } from '@host/plugin'
import { MailRefused, type SystemMailServer } from '@host/plugin/platform'
import { certify } from '@host/testing/hostile-lab'
import { parseSmtpServer, systemMailServer } from '../../../../packages/host/src/mail/smtp-server.ts'
import { smtpMail } from '../../../../plugins/smtp/server/smtp-mail.ts'
import { startMailServer } from '../../lab/mail-server.ts'

const from = Object.freeze({ name: 'Host', address: 'host@host.test' })
const email: OutgoingMail = { to: ['ada@example.test'], subject: 'Grüße 你好', text: 'Text', html: '<p>Text</p>' }
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const authority = certify('Laboratory')

function secured(name: string, issuer = authority) {
  const { cert, key } = certify(name, issuer)
  return { cert, key: key.export({ type: 'pkcs8', format: 'pem' }) }
}

const serverAt = (url: string): SystemMailServer => systemMailServer(parseSmtpServer(url), from)

const sendBy = (url: string, mail: OutgoingMail = email) =>
  smtpMail({ server: () => serverAt(url), log, authorities: [authority.cert] }).send(mail)

test('an email arrives as it was written, and says that a program wrote it', async () => {
  await using server = await startMailServer()
  const { id } = await sendBy(`smtp://127.0.0.1:${server.port}`)
  const { mail, to, raw, isSecure } = await server.emailTo('ada@example.test', email.subject)
  assert.deepEqual([mail.from, to], [from, ['ada@example.test']])
  assert.deepEqual([mail.text?.trim(), mail.html?.trim()], ['Text', '<p>Text</p>'])
  assert.equal(mail.messageId, id)
  assert.match(raw, /^auto-submitted: auto-generated\r$/im)
  assert.equal(isSecure, false)
})

test('§P54 emails name their unsubscribe link, and one-click unsubscribe only where the address is safe', async () => {
  await using server = await startMailServer()
  for (const [subject, address] of [
    ['Safe', 'https://host.test/api/end?token=v1.ab-_.cd'],
    ['Plain', 'http://host.test/api/end?token=v1.ab-_.cd'],
    ['Long', `https://host.test/api/end?token=${'a'.repeat(860)}`],
  ] as const) {
    await sendBy(`smtp://127.0.0.1:${server.port}`, { ...email, subject, unsubscribeUrl: address })
    const { mail, raw } = await server.emailTo('ada@example.test', subject)
    const header = (name: string): string | undefined => mail.headers.find(({ key }) => key === name)?.value
    assert.equal(header('list-unsubscribe'), `<${address}>`)
    const isSafe = address.startsWith('https:')
    assert.equal(header('list-unsubscribe-post'), isSafe ? 'List-Unsubscribe=One-Click' : undefined)
    assert.ok(raw.split('\r\n').every((line) => line.length <= 998))
  }
})

test('the address at which emails are ended adds no header and no second address', async () => {
  await using server = await startMailServer()
  for (const address of [
    'https://host.test/\r\nbcc: eve@example.test',
    'https://host.test/>, <https://evil.test/',
    'javascript:alert(1)',
    'mailto:eve@example.test',
    'https://host.test/a b',
    'https://',
    `https://host.test/${'a'.repeat(900)}`,
  ]) {
    await assert.rejects(sendBy(`smtp://127.0.0.1:${server.port}`, { ...email, unsubscribeUrl: address }), {
      code: 'bad_request',
    })
  }
  assert.deepEqual(server.emails, [])
})

for (const [scheme, secure] of [
  ['smtp', false],
  ['smtps', true],
] as const) {
  test(`${scheme}:// sends over TLS, and gives its password only there`, async () => {
    const heard: (string | undefined)[] = []
    await using server = await startMailServer({
      ...secured('127.0.0.1'),
      secure,
      authOptional: false,
      onAuth: ({ username, password }, _session, done) => {
        heard.push(`${username} ${password}`)
        done(null, { user: username })
      },
    })
    await sendBy(`${scheme}://postman:p%40ss%20word@127.0.0.1:${server.port}`)
    const { isSecure, user } = await server.emailTo('ada@example.test', email.subject)
    assert.deepEqual([isSecure, user, heard], [true, 'postman', ['postman p@ss word']])
  })

  test(`${scheme}:// sends nothing to a server with a foreign or invalid certificate`, async () => {
    const anonymous = certify('Another laboratory')
    for (const pair of [secured('mail.elsewhere.test'), secured('127.0.0.1', anonymous)]) {
      await using server = await startMailServer({ ...pair, secure })
      await assert.rejects(sendBy(`${scheme}://127.0.0.1:${server.port}`), /ETLS|ESOCKET/)
      assert.deepEqual(server.emails, [])
    }
  })
}

test('no variable of the environment lets a wrong certificate through', async () => {
  await using server = await startMailServer({ ...secured('mail.elsewhere.test'), secure: true })
  const { NODE_TLS_REJECT_UNAUTHORIZED: before } = process.env
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  try {
    await assert.rejects(sendBy(`smtps://127.0.0.1:${server.port}`), /ETLS|ESOCKET/)
  } finally {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before
  }
  assert.deepEqual(server.emails, [])
})

test('a server that offers no TLS gets nothing, unless it is this machine or configuration says so', async () => {
  await using server = await startMailServer()
  const needsTls = { ...serverAt(`smtp://127.0.0.1:${server.port}`), requiresTls: true }
  await assert.rejects(smtpMail({ server: () => needsTls, log }).send(email), /ETLS/)
  assert.deepEqual(server.emails, [])
  await sendBy(`smtp://127.0.0.1:${server.port}?tls=off`)
  assert.equal(server.emails.length, 1)
})

test('a line break in a subject or an address adds neither a header nor a recipient', async () => {
  await using server = await startMailServer()
  const url = `smtp://127.0.0.1:${server.port}`
  const attacks: readonly Partial<OutgoingMail>[] = [
    { subject: 'Hello\r\nBcc: eve@example.test' },
    { subject: 'Hello\nBcc: eve@example.test' },
    { subject: 'Hello\u2028Bcc: eve@example.test' },
    { to: ['ada@example.test\r\nRCPT TO:<eve@example.test>'] },
    { to: ['ada@example.test, eve@example.test'] },
    { to: ['Ada <ada@example.test>'] },
    { to: [] },
    { replyTo: 'ada@example.test\r\nBcc: eve@example.test' },
    { to: Array.from({ length: 51 }, (_, index) => `reader-${index}@example.test`) },
    { subject: 'x'.repeat(251) },
    { text: 'x'.repeat(1024 * 1024 + 1) },
  ]
  for (const attack of attacks) {
    await assert.rejects(sendBy(url, { ...email, ...attack }), { code: 'bad_request' })
  }
  assert.deepEqual(server.emails, [])
})

test('a permanent refusal of a server differs from a temporary one, and its text is not repeated', async () => {
  for (const [status, kind] of [
    [550, MailRefused],
    [451, Error],
  ] as const) {
    await using server = await startMailServer({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('words of the server'), { responseCode: status })),
    })
    await assert.rejects(sendBy(`smtp://127.0.0.1:${server.port}`), (error) => {
      assert.ok(error instanceof kind)
      assert.equal(error instanceof MailRefused, status === 550)
      assert.match(error.message, new RegExp(`with ${status}`))
      assert.doesNotMatch(error.message, /words of the server|ada@/)
      return true
    })
  }
})

test('the address of a mail server is read strictly, and a mistake in it repeats no password', () => {
  const { host, port, needsTls, isTlsFromStart } = parseSmtpServer('smtp://a:b@mail.example.com')
  assert.deepEqual([host, port, needsTls, isTlsFromStart], ['mail.example.com', 587, true, false])
  assert.equal(parseSmtpServer('smtps://mail.example.com').port, 465)
  assert.deepEqual(
    ['smtp://localhost', 'smtp://127.0.0.9:25', 'smtp://[::1]', 'smtp://relay?tls=off', 'smtp://10.0.0.1'].map(
      (url) => parseSmtpServer(url).needsTls,
    ),
    [false, false, false, false, true],
  )
  for (const wrong of [
    'mail.example.com',
    'https://a:secret@mail.example.com',
    'smtp://a:secret@mail.example.com/path',
    'smtp://a:secret@mail.example.com?tls=off',
    'smtps://mail.example.com?tls=off',
    'smtp://a:secret@mail.example.com?rejectUnauthorized=false',
    'smtp://secret@mail.example.com',
    'smtp://a:secret%@mail.example.com',
    'smtp://a:secret@mail.example.com:0',
    'smtp:///secret',
  ]) {
    assert.throws(
      () => parseSmtpServer(wrong),
      (error) => error instanceof TypeError && !error.message.includes('secret'),
      wrong,
    )
  }
})
