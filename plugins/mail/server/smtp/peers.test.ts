/** Real mail programs that send to the plugin: swaks and Postfix. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { missingTools, Postfix } from '@host/email/testing'
import { readEmail } from '../../shared.ts'
import { certify } from '@host/testing/hostile-lab'
import { domain } from '../testing/mail-lab.ts'
import { openSmtpLab, serverName, type SmtpLab } from '../testing/smtp-lab.ts'

const run = promisify(execFile)
const scope = new AsyncDisposableStack()
let lab: SmtpLab

before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'host-mail-peers-'))
  scope.defer(() => rm(folder, { recursive: true, force: true }))
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const { cert, key } = certify(serverName, certify('Laboratory'))
  await writeFile(files.cert, cert)
  await writeFile(files.key, key.export({ type: 'pkcs8', format: 'pem' }))
  const environment = { HOST_SMTP_CERT: files.cert, HOST_SMTP_KEY: files.key }
  lab = await openSmtpLab({ after: (end) => scope.defer(end) }, { environment })
})
after(() => scope.disposeAsync())

async function rawOf(id = ''): Promise<string> {
  return await (await lab.host.as('owner').get(`/api/emails/${id}/raw`)).text()
}

suite('swaks as a client', { skip: missingTools('swaks') }, () => {
  test('sends an email with a file over STARTTLS, and sees an unknown recipient refused', async () => {
    const box = await lab.openMailbox()
    const args = ['--server', '127.0.0.1', '--port', String(lab.port), '--from', 'a@example.org', '-tls']
    const more = [
      '--to',
      `${box.address},nobody@${domain}`,
      '--attach-type',
      'application/pdf',
      '--attach-name',
      'a.pdf',
      '--attach',
      '@-',
    ]
    const sending = run('swaks', [...args, ...more, '--header', 'Subject: By swaks', '--body', '.\\n..dots'])
    sending.child.stdin?.end('a file')
    const { stdout } = await sending
    assert.match(stdout, /550 5\.1\.1 No mailbox has this address/)
    const [email] = await box.emails()
    const read = await lab.host.as('owner').call(readEmail, { id: email?.id ?? '' })
    assert.deepEqual([read.subject, read.files.length], ['By swaks', 1])
    assert.match(read.text, /^\.\s+\.\.dots/)
    assert.match(await rawOf(email?.id), /^\tby mx\.host\.test with ESMTPS id /m)
  })
})

suite('Postfix as a client', { skip: missingTools('postfix') }, () => {
  test('relays an email in UTF-8 over TLS, and bounces one to an address that is unknown', async () => {
    const box = await lab.openMailbox()
    const postfix = await Postfix.start(lab.port, ['smtp_tls_security_level = encrypt'])
    try {
      const message = `From: a@example.org\nSubject: Grüße\n\n.\n${'x'.repeat(2_000)}\nend\n`
      postfix.queue(message, 'a@example.org', [box.address, `nobody@${domain}`])
      await postfix.logged(/to=<nobody@acme\.example>.*dsn=5\.1\.1, status=bounced/)
      await postfix.logged(new RegExp(`to=<${box.address}>.*dsn=2\\.0\\.0, status=sent`))
      const [email] = await box.emails()
      assert.equal(email?.subject, 'Grüße')
      const stored = await rawOf(email.id)
      assert.match(stored, /^Return-Path: <a@example\.org>\r\nAuthentication-Results: mx\.host\.test;/)
      assert.match(stored, /\r\n\r\n\.\r\nx+[^]*\r\nend\r\n$/)
    } finally {
      await postfix.stop()
    }
  })
})
