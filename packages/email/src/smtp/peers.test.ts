/** Real clients against our server: swaks, Postfix and nodemailer. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import { certify } from '@host/testing/hostile-lab'
import { createTransport } from 'nodemailer'
import { missingTools } from '../testing/debian-tools.ts'
import { Postfix } from '../testing/postfix.ts'
import type { SmtpServerOptions } from './options.ts'
import { openSmtpLab, until } from './testing/smtp-lab.ts'

const run = promisify(execFile)
const authority = certify('Laboratory')
const { cert, key } = certify('mx.example.com', authority)
const tls = { cert, key: key.export({ type: 'pkcs8', format: 'pem' }) }

const knowsOnly: Partial<SmtpServerOptions> = {
  onRecipient: (_session, address) =>
    address.startsWith('known') ? 'accepted' : { code: 550, enhanced: '5.1.1', text: 'No such mailbox' },
}

suite('swaks', { skip: missingTools('swaks') }, () => {
  const swaks = async (port: number, ...more: string[]): Promise<{ code: number; output: string }> => {
    const args = ['--server', '127.0.0.1', '--port', String(port), '--from', 'a@example.org', ...more]
    return run('swaks', args).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, output: error.stdout }),
    )
  }

  test('sends a message with pipelining over STARTTLS, dots included', async () => {
    await using lab = await openSmtpLab({ tls })
    const body = '.\\n..two\\nend'
    const sent = await swaks(lab.server.port, '--to', 'known@example.com', '-tls', '--pipeline', '--body', body)
    assert.equal(sent.code, 0, sent.output)
    const [stored] = lab.messages
    assert.match(stored?.text ?? '', /\r\n\r\n\.\r\n\.\.two\r\nend\r\n/)
    assert.match(stored?.session.tls?.protocol ?? '', /^TLSv1\.[23]$/)
  })

  test('sees a refused recipient, and delivers to the other one', async () => {
    await using lab = await openSmtpLab(knowsOnly)
    const sent = await swaks(lab.server.port, '--to', 'known@example.com,unknown@example.com')
    assert.match(sent.output, /550 5\.1\.1 No such mailbox/)
    assert.deepEqual(lab.messages[0]?.envelope.recipients, ['known@example.com'])
  })

  test('finds no AUTH', async () => {
    await using lab = await openSmtpLab({ tls })
    const sent = await swaks(
      lab.server.port,
      '--to',
      'known@example.com',
      '-tls',
      '--auth',
      '--auth-user',
      'a',
      '--auth-password',
      'b',
    )
    assert.equal(sent.code, 28, sent.output)
    assert.equal(lab.messages.length, 0)
  })
})

suite('Postfix as a client', { skip: missingTools('postfix') }, () => {
  test('delivers over TLS, to several recipients, with UTF-8 and long lines', async () => {
    await using lab = await openSmtpLab({ ...knowsOnly, tls })
    const settings = ['smtp_tls_security_level = encrypt', 'maximal_backoff_time = 3600s', 'smtp_tls_loglevel = 1']
    const postfix = await Postfix.start(lab.server.port, settings)
    try {
      const message = `From: a@example.org\nSubject: Grüße\n\n.\n..\n${'x'.repeat(2_000)}\nend\n`
      postfix.queue(message, 'a@example.org', ['known1@example.com', 'known2@example.com', 'unknown@example.com'])
      await postfix.logged(/to=<unknown@example\.com>.*dsn=5\.1\.1, status=bounced/)
      await until(() => lab.messages.length >= 1)
      const [stored] = lab.messages
      assert.deepEqual(stored?.envelope.recipients.toSorted(), ['known1@example.com', 'known2@example.com'])
      assert.equal(stored?.envelope.body, '8BITMIME')
      assert.notEqual(stored?.session.tls, undefined)
      assert.match(stored?.text ?? '', /\r\n\r\n\.\r\n\.\.\r\nx+/)
      assert.equal(stored?.text.endsWith('\r\nend\r\n'), true)
    } finally {
      await postfix.stop()
    }
  })

  test('keeps a message that was refused for now, and does not repeat one that was accepted', async () => {
    let calls = 0
    await using lab = await openSmtpLab({
      onMessage: (_session, envelope) => {
        calls += 1
        return envelope.recipients.includes('later@example.com')
          ? { code: 451, enhanced: '4.7.1', text: 'Greylisted' }
          : { code: 250, enhanced: '2.0.0', text: 'Stored' }
      },
    })
    const postfix = await Postfix.start(lab.server.port, ['default_destination_recipient_limit = 1'])
    try {
      postfix.queue('Subject: x\n\nx\n', 'a@example.org', ['later@example.com', 'now@example.com'])
      await postfix.logged(/to=<later@example\.com>.*dsn=4\.7\.1, status=deferred/)
      await postfix.logged(/to=<now@example\.com>.*dsn=2\.0\.0, status=sent/)
      assert.equal(calls, 2)
    } finally {
      await postfix.stop()
    }
  })
})

suite('nodemailer as a client', () => {
  test('sends messages with attachments and UTF-8 addresses over STARTTLS', async () => {
    await using lab = await openSmtpLab({ tls })
    const transport = createTransport({
      host: '127.0.0.1',
      port: lab.server.port,
      requireTLS: true,
      tls: { ca: [authority.cert], servername: 'mx.example.com' },
    })
    const content = Buffer.alloc(300_000, 7)
    const mail = {
      from: 'a@example.org',
      to: 'jürgen@example.com',
      subject: 'Hi',
      text: '.\n',
      attachments: [{ content }],
    }
    await transport.sendMail(mail)
    transport.close()
    const [stored] = lab.messages
    assert.deepEqual(stored?.envelope.recipients, ['jürgen@example.com'])
    assert.equal(stored?.envelope.usesUtf8, true)
    assert.match(stored?.text ?? '', /Subject: Hi\r\n/)
    assert.equal(stored !== undefined && stored.text.length > 400_000, true)
  })
})
