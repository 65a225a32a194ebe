/** Credentials of mail are planted, then looked for in all that a host keeps and says. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Edge } from '@host/plugin/platform'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { exportedTexts } from '../lab/exported-texts.ts'
import { emailOf, password } from '../lab/people.ts'
import { SecretHunt } from '../lab/secret-hunt.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

const publicUrl = 'http://host.test'
const environment = { HOST_PUBLIC_URL: publicUrl, HOST_ACCESS_LOG: 'all' }
const domain = 'acme.example'
const sqlite = testDatabases.find(({ dialect }) => dialect === 'sqlite')

test('§5.7 no credential of mail stands in a table, a log line, an answer, an audit entry or an export', async () => {
  assert.ok(sqlite)
  await using database = await sqlite.create()
  await using host = await startSpecHost({ at: database, environment })
  const hunt = new SecretHunt()
  const visitor = (): Visitor => hunt.visitor(host.host.url ?? '', publicUrl)
  const ada = await visitor().signIn(emailOf('ada'), password)
  const { workspace } = await taken<{ workspace: { id: string } }>(ada.get('/api/auth/me'))
  await host.host.lookup(Edge)?.prove(workspace.id, domain)
  await taken(ada.post('/api/x/mail/mailboxes', { address: `info@${domain}` }))
  await plantServer(hunt, ada)
  await plantInbound(hunt, ada, visitor())
  await plantProvider(hunt, ada, visitor())
  const texts = { log: JSON.stringify(host.log), announced: host.announced.join('\n'), ...(await exportedTexts(ada)) }
  assert.deepEqual(await hunt.finds(database, texts), [])
  assert.equal(hunt.size.secrets, 5)
})

/** The password of a sending server, and the one that replaced it. */
async function plantServer(hunt: SecretHunt, ada: Visitor): Promise<void> {
  const [first, second] = ['first', 'second'].map((name) =>
    hunt.plant(`the ${name} password`, `smtp-${name}-0123456789`),
  )
  const server = { name: 'Relay', host: 'smtp.peer.example', port: 465, security: 'implicit', username: 'mail' }
  const path = '/api/x/mail/transports'
  const { id } = await taken<{ id: string }>(ada.post(path, { ...server, password: first }))
  await taken(ada.send('PATCH', `${path}/${id}`, { body: { password: second } }))
  const wrong = await ada.send('PATCH', `${path}/${id}`, { body: { password: `${second}\n` } })
  assert.equal(wrong.status, 400)
  await taken(ada.get(path))
}

/** The secret of the endpoint that receives, which an email was sent with, and the one that replaced it. */
async function plantInbound(hunt: SecretHunt, ada: Visitor, program: Visitor): Promise<void> {
  const rotate = '/api/x/mail/inbound/rotate'
  const body = { from: 'guest@peer.example', to: [`info@${domain}`], subject: 'Hello', text: 'Hi' }
  for (const name of ['former', 'present']) {
    const { path, secret } = await taken<{ path: string; secret: string }>(ada.post(rotate, { keepFormerHours: 1 }))
    hunt.plant(`the ${name} secret of the endpoint`, secret, `POST ${rotate}`)
    await taken(program.send('POST', path, { body, headers: { 'x-inbound-secret': secret } }))
    const wrong = await program.send('POST', path, { body, headers: { 'x-inbound-secret': `${secret}x` } })
    assert.equal(wrong.status, 401)
  }
}

/** The secret by which a mail service signs in. */
async function plantProvider(hunt: SecretHunt, ada: Visitor, program: Visitor): Promise<void> {
  const rotate = '/api/x/mail/providers/rotate'
  const { path, secret } = await taken<{ path: string; secret: string }>(ada.post(rotate, { provider: 'postmark' }))
  hunt.plant('the secret of Postmark', secret, `POST ${rotate}`)
  const authorization = `Basic ${Buffer.from(`host:${secret}`).toString('base64')}`
  await program.send('POST', path, { body: { RecordType: 'Delivery' }, headers: { authorization } })
}

async function taken<Body>(call: Promise<{ readonly status: number; readonly body: unknown }>): Promise<Body> {
  const { status, body } = await call
  assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
  return body as Body
}
