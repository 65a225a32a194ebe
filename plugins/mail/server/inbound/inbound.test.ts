import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { AuditLog, Edge } from '@host/plugin/platform'
import {
  createMailbox,
  deleteInbound,
  listEmails,
  mailLimits,
  readEmail,
  readInbound,
  rotateInbound,
  secretHeader,
} from '../../shared.ts'
import { domain, openMailLab, rawEmail, type Endpoint, type MailLab } from '../testing/mail-lab.ts'
import { refused } from '../testing/refused.ts'

const MiB = 1024 * 1024

async function post({ host, inbound }: MailLab, body: unknown, endpoint: Endpoint = inbound): Promise<Response> {
  return await host.as('anonymous').post(endpoint.path, body, { headers: { [secretHeader]: endpoint.secret } })
}

/** Begins to send an email, of which the endpoint waits for the rest. */
async function beginEmail({ host, inbound }: MailLab): Promise<{ readonly end: () => Promise<Response> }> {
  const isRead = Promise.withResolvers<void>()
  const rest = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        isRead.resolve()
        await rest.promise
        controller.enqueue(Buffer.from(rawEmail()))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { 'content-type': 'message/rfc822', [secretHeader]: inbound.secret }
  const url = new URL(inbound.path, 'http://host.test')
  const answer = Promise.resolve(host.fetch(new Request(url, { method: 'POST', headers, body, duplex: 'half' })))
  await Promise.race([isRead.promise, answer])
  const end = async (): Promise<Response> => {
    rest.resolve()
    return await answer
  }
  return { end }
}

async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { code: string }).code
}

suite('the secret of the endpoint', () => {
  test('is shown once and to admins, and only its hash is stored', async (context) => {
    const lab = await openMailLab(context)
    const { host, inbound } = lab
    const shown = await host.as('admin').call(readInbound, {})
    assert.equal(shown.path, inbound.path)
    assert.doesNotMatch(JSON.stringify(shown), /secret|inb_/)
    await assert.rejects(host.as('member').call(readInbound, {}), refused('forbidden'))
    await assert.rejects(host.as('member').call(rotateInbound, {}), refused('forbidden'))
    const stored = JSON.stringify(await lab.host.service(AuditLog).list(host.workspaces.here, { limit: 50 }))
    assert.ok(!stored.includes(inbound.secret))
  })

  test('wrong = 401: also a missing, foreign or replaced one, and nothing is stored', async (context) => {
    const lab = await openMailLab(context)
    const { host, inbound } = lab
    const theirs = await host.as('otherOwner').call(rotateInbound, {})
    const wrong: readonly Endpoint[] = [
      { ...inbound, secret: 'inb_wrong' },
      { ...inbound, secret: '' },
      { ...inbound, secret: theirs.secret },
      { path: '/api/x/mail/inbound/mailinbound_01h455vb4pex5vsknk084sn02q', secret: inbound.secret },
      { path: theirs.path ?? '', secret: inbound.secret },
    ]
    for (const endpoint of wrong) {
      const answer = await lab.deliver(rawEmail(), { endpoint })
      assert.deepEqual([answer.status, await codeOf(answer)], [401, 'unauthenticated'])
    }
    const next = await host.as('owner').call(rotateInbound, {})
    assert.equal((await lab.deliver(rawEmail())).status, 401)
    assert.equal((await lab.deliver(rawEmail(), { endpoint: { ...inbound, secret: next.secret } })).status, 202)
    assert.equal((await lab.emails()).length, 1)
  })

  test('stays valid beside the new one for as long as an admin says', async (context) => {
    const lab = await openMailLab(context)
    await lab.host.as('owner').call(rotateInbound, { keepFormerHours: 2 })
    assert.equal((await lab.deliver(rawEmail())).status, 202)
    lab.host.clock.advance({ hours: 3 })
    assert.equal((await lab.deliver(rawEmail())).status, 401)
  })

  test('wrong ones are audited without it, and throttled when there are many; right ones never are', async (context) => {
    const lab = await openMailLab(context)
    const statuses: number[] = []
    for (let tries = 0; tries < 22; tries += 1) {
      statuses.push((await lab.deliver(rawEmail(), { endpoint: { ...lab.inbound, secret: 'inb_guess' } })).status)
    }
    assert.deepEqual([statuses[0], statuses[19], statuses[20], statuses[21]], [401, 401, 429, 429])
    assert.equal((await lab.deliver(rawEmail())).status, 202)
    const log = await lab.host.service(AuditLog).list(lab.host.workspaces.here, { limit: 100 })
    const entries = log.items.filter(({ action }) => action === 'mail_inbound.refused')
    assert.equal(entries.length, 20)
    assert.doesNotMatch(JSON.stringify(entries), /guess/)
  })
})

test('client address only by trusted proxies: a header with another one changes neither the log nor the throttle', async (context) => {
  const lab = await openMailLab(context)
  const statuses: number[] = []
  for (let tries = 0; tries < 21; tries += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${tries}`, forwarded: `for=203.0.113.${tries}` }
    const endpoint = { ...lab.inbound, secret: 'inb_guess' }
    statuses.push((await lab.deliver(rawEmail(), { endpoint, headers })).status)
  }
  assert.deepEqual([statuses[19], statuses[20]], [401, 429])
  const log = await lab.host.service(AuditLog).list(lab.host.workspaces.here, { limit: 100 })
  assert.doesNotMatch(JSON.stringify(log), /203\.0\.113/)
})

suite('receiving by HTTP', () => {
  test('JSON and raw store the same record', async (context) => {
    const lab = await openMailLab(context)
    const facts = { 'Message-ID': '<raw@sender.example>', Subject: 'Grüße', Date: 'Sat, 31 Jan 2026 08:15:00 +0000' }
    await lab.deliver(rawEmail({ ...facts, Subject: '=?utf-8?q?Gr=C3=BC=C3=9Fe?=' }))
    const answer = await post(lab, {
      from: 'Ada <ada@sender.example>',
      to: [`info@${domain}`],
      subject: 'Grüße',
      text: 'Hello.\n',
      messageId: '<json@sender.example>',
    })
    assert.equal(answer.status, 202)
    const [json, raw] = await Promise.all(
      (await lab.emails()).map(({ id }) => lab.host.as('owner').call(readEmail, { id })),
    )
    assert.ok(json && raw)
    for (const email of [json, raw]) {
      assert.deepEqual(
        [email.subject, email.from, email.to[0]?.address, email.text.trim(), email.parse, email.snippet],
        ['Grüße', { name: 'Ada', address: 'ada@sender.example' }, `info@${domain}`, 'Hello.', 'complete', 'Hello.'],
      )
    }
  })

  test('JSON with files and HTML is stored with them, and a repeat with its Message-ID once', async (context) => {
    const lab = await openMailLab(context)
    const email = {
      from: 'ada@sender.example',
      to: [`info@${domain}`],
      subject: 'Files',
      text: 'See the file.',
      html: '<p>See the <b>file</b>.</p>',
      messageId: '<files@sender.example>',
      attachments: [{ name: '../../a.txt', type: 'text/plain', content: Buffer.from('inside').toString('base64') }],
    }
    for (let tries = 0; tries < 2; tries += 1) assert.equal((await post(lab, email)).status, 202)
    const [only, ...others] = await lab.emails()
    assert.ok(only)
    assert.equal(others.length, 0)
    const read = await lab.host.as('owner').call(readEmail, { id: only.id })
    assert.match(read.html ?? '', /<b>file<\/b>/)
    assert.deepEqual(
      read.files.map(({ name, size }) => [name, size]),
      [['a.txt', 6]],
    )
  })

  test('JSON adds no headers and reads no files', async (context) => {
    const lab = await openMailLab(context)
    const email = { from: 'ada@sender.example', to: [`info@${domain}`], subject: 'Hello', text: 'Hi' }
    const wrong = [
      { ...email, subject: 'Hello\r\nBcc: evil@sender.example' },
      { ...email, from: 'ada@sender.example\r\nX: y' },
      { ...email, to: [`info@${domain}\nX: y`] },
      { ...email, messageId: '<a>\r\nX: y' },
      { ...email, to: [] },
      { ...email, to: ['no address'] },
      { ...email, attachments: [{ name: 'a', path: '/etc/passwd' }] },
      { ...email, attachments: [{ name: 'a', content: 'not base64!' }] },
      { ...email, raw: 'x' },
      [],
      null,
    ]
    for (const body of wrong) assert.equal((await post(lab, body)).status, 400, JSON.stringify(body))
    assert.equal((await lab.emails()).length, 0)
  })

  test('a body of another type, or that is not JSON is refused', async (context) => {
    const lab = await openMailLab(context)
    for (const type of ['text/plain', 'multipart/form-data', '']) {
      assert.equal((await lab.deliver(rawEmail(), { headers: { 'content-type': type } })).status, 400, type)
    }
    assert.equal((await lab.deliver('{', { headers: { 'content-type': 'application/json' } })).status, 400)
    assert.equal((await lab.deliver(rawEmail(), { to: `a@${domain},`.repeat(101) })).status, 400)
    assert.equal((await lab.emails()).length, 0)
  })

  // Large bodies are made before the host starts and sent one to a host: making them holds up the loop of this process,
  // and a host whose loop is late answers 503 to others.
  const large = new Uint8Array(26 * MiB).fill(97)
  const files = [{ name: 'a', content: Buffer.from(large).toString('base64') }]
  const largeJson = JSON.stringify({ from: 'a@b.example', to: [`info@${domain}`], subject: '', attachments: files })
  const bodies = { 'message/rfc822': large, 'application/json': largeJson }
  for (const [type, body] of Object.entries(bodies)) {
    test(`a body of ${type} over the limit is refused`, async (context) => {
      const lab = await openMailLab(context)
      assert.equal((await lab.deliver(body, { headers: { 'content-type': type } })).status, 413)
      assert.equal((await lab.emails()).length, 0)
    })
  }

  test('emails that a workspace sends slowly leave room for those of others', async (context) => {
    const lab = await openMailLab(context)
    const theirs = await lab.host.as('otherOwner').call(rotateInbound, {})
    const slow = await Promise.all(Array.from({ length: mailLimits.inboundOfWorkspace }, () => beginEmail(lab)))
    assert.equal((await lab.deliver(rawEmail())).status, 503)
    const endpoint = { path: theirs.path ?? '', secret: theirs.secret }
    assert.equal((await lab.deliver(rawEmail(), { endpoint })).status, 202)
    for (const { end } of slow) assert.equal((await end()).status, 202)
    assert.equal((await lab.deliver(rawEmail())).status, 202)
  })

  test('an endpoint reaches no mailbox of another workspace', async (context) => {
    const lab = await openMailLab(context)
    const { host } = lab
    const theirs = await host.as('otherOwner').call(rotateInbound, {})
    await lab.deliver(rawEmail(), { endpoint: { path: theirs.path ?? '', secret: theirs.secret } })
    assert.equal((await lab.emails()).length, 0)
    assert.equal((await host.as('otherOwner').call(listEmails, {})).items.length, 0)
  })

  test('a workspace whose feature is off receives nothing', async (context) => {
    const lab = await openMailLab(context)
    await lab.host.switchFeature('mail', false)
    assert.equal((await lab.deliver(rawEmail())).status, 404)
    await lab.host.switchFeature('mail', true)
    assert.equal((await lab.emails()).length, 0)
  })

  test('a domain that the workspace has lost receives nothing', async (context) => {
    const lab = await openMailLab(context)
    const other = 'lost.example'
    await lab.host.proveHost(other)
    await lab.host.as('owner').call(createMailbox, { address: `info@${other}` })
    await lab.host.service(Edge).disprove(lab.host.workspaces.here, other)
    await lab.deliver(rawEmail(), { to: `info@${other}` })
    assert.equal((await lab.emails()).length, 0)
  })

  test('it can be switched off', async (context) => {
    const lab = await openMailLab(context)
    await lab.host.as('owner').call(deleteInbound, {})
    assert.equal((await lab.deliver(rawEmail())).status, 401)
    assert.equal((await lab.host.as('owner').call(readInbound, {})).path, null)
  })
})
