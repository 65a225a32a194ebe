/** Every secret of identity is planted, then looked for in all that a host keeps and says. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Mail, type MailService, type OutgoingMail } from '@host/plugin'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { until } from '@host/host/testing/until'
import { exportedTexts } from '../lab/exported-texts.ts'
import { emailOf, password } from '../lab/people.ts'
import { SecretHunt } from '../lab/secret-hunt.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

const publicUrl = 'http://host.test'
const environment = {
  HOST_PUBLIC_URL: publicUrl,
  HOST_SMTP_URL: 'smtp://postman:letter-carrier-7@localhost:9',
  HOST_SMTP_FROM: 'host@host.test',
  HOST_ACCESS_LOG: 'all',
}

/** A planted secret and its owner. */
interface Field {
  readonly host: SpecHost
  readonly hunt: SecretHunt
  readonly emails: readonly OutgoingMail[]
  anonymous(): Visitor
}

for (const product of testDatabases) {
  test(`${product.dialect}: §5.7 §I1 §I5 §I13 §I36 no secret stands in a table, a log line, an answer, an audit entry or an export`, async () => {
    await using database = await product.create()
    const emails: OutgoingMail[] = []
    const mail: MailService = {
      send: async (email) => ({ id: String(emails.push(email)) }),
      onEmail: () => undefined,
    }
    await using host = await startSpecHost({ at: database, environment, services: [[Mail, mail]], without: ['mail'] })
    const hunt = new SecretHunt()
    hunt.plant('password of the mail server', 'letter-carrier-7')
    hunt.plant('password', password)
    const anonymous = (): Visitor => hunt.visitor(host.host.url ?? '', publicUrl)
    const field: Field = { host, hunt, emails, anonymous }

    const ada = await anonymous().signIn(emailOf('ada'), password)
    plantSession(hunt, 'session', ada)
    await plantLinks(field, ada)
    await plantFactors(field, ada)
    await plantCredentials(field, ada)
    const texts = { log: JSON.stringify(host.log), announced: host.announced.join('\n'), ...(await exportedTexts(ada)) }
    assert.deepEqual(await hunt.finds(database, texts), [])
    assert.ok(hunt.size.secrets >= 20, `only ${hunt.size.secrets} secrets were planted`)
  })
}

function plantSession(hunt: SecretHunt, name: string, visitor: Visitor): void {
  const { cookie = '' } = visitor.standing
  hunt.plant(name, cookie.slice(cookie.indexOf('=') + 1))
}

/** Links that are mailed: those of an invitation, a registration, a reset and another address, used and unused ones. */
async function plantLinks({ hunt, emails, anonymous }: Field, ada: Visitor): Promise<void> {
  const linkIn = async (name: string, page: string, to: string): Promise<string> => {
    const isIt = ({ to: [address], text }: OutgoingMail): boolean => address === to && text.includes(`${page}?token=`)
    await until(() => emails.some(isIt))
    const [, token = ''] = /\?token=([\w%-]+)/.exec(emails.find(isIt)?.text ?? '') ?? []
    return hunt.plant(name, decodeURIComponent(token))
  }
  await ok(ada.send('PUT', '/api/instance/sign-in', { body: { registration: true } }))
  const newcomer = anonymous()
  const passwords = ['tea at five, one', 'tea at five, two', 'tea at five, three']
  const [first = '', second = '', third = ''] = passwords.map((text, index) => hunt.plant(`password ${index}`, text))
  const email = emailOf('newcomer')
  await ok(newcomer.post('/api/auth/register', { name: 'New', email, password: first }))
  await ok(newcomer.post('/api/auth/verify-email', { token: await linkIn('verification', '/verify', email) }))
  await newcomer.signIn(email, first)
  await ok(newcomer.post('/api/auth/password', { current: first, password: second }))
  await ok(anonymous().post('/api/auth/forgot', { email }))
  const reset = await linkIn('reset', '/reset', email)
  await ok(anonymous().post('/api/auth/reset', { token: reset, password: third }))
  await refused(anonymous().post('/api/auth/reset', { token: reset, password: second }))
  await refused(anonymous().post('/api/auth/login', { email, password: second }))
  await newcomer.signIn(email, third)
  await ok(newcomer.send('PUT', '/api/auth/email', { body: { email: emailOf('moved') } }))
  await linkIn('another address', '/confirm-email', emailOf('moved'))
  await ok(ada.post('/api/invitations', { emails: [emailOf('guest'), emailOf('friend')], role: 'member' }))
  await linkIn('an invitation that waits', '/invitation', emailOf('friend'))
  const token = await linkIn('an invitation', '/invitation', emailOf('guest'))
  const guest = anonymous()
  await ok(guest.post('/api/auth/invitation', { token }))
  const own = hunt.plant('password of a guest', 'nobody else keeps this')
  await ok(guest.post('/api/auth/accept-invitation', { token, name: 'Guest', password: own }))
  plantSession(hunt, 'session of a guest', guest)
}

/** An authenticator app with its recovery codes, used and guessed at. */
async function plantFactors({ hunt, anonymous }: Field, ada: Visitor): Promise<void> {
  const { body } = await ok(ada.post<{ secret: string; uri: string }>('/api/auth/totp'))
  const secret = hunt.plant('seed of the app', body.secret, 'POST /api/auth/totp')
  const on = await ok(ada.send<{ recoveryCodes: string[] }>('PUT', '/api/auth/totp', { body: { code: totp(secret) } }))
  for (const [index, code] of on.body.recoveryCodes.entries()) {
    hunt.plant(`recovery code ${index}`, code, 'PUT /api/auth/totp')
  }
  const again = anonymous()
  await ok(again.post('/api/auth/login', { email: emailOf('ada'), password }))
  plantSession(hunt, 'a sign-in that waits for its second factor', again)
  const [code = ''] = on.body.recoveryCodes
  await ok(again.post('/api/auth/login/second-factor', { method: 'recovery', code }))
  plantSession(hunt, 'session after the second factor', again)
  const guess = anonymous()
  await ok(guess.post('/api/auth/login', { email: emailOf('ada'), password }))
  await refused(guess.post('/api/auth/login/second-factor', { method: 'recovery', code }))
}

/** Credentials of programs and providers: API tokens and client secrets. */
async function plantCredentials({ hunt, host }: Field, ada: Visitor): Promise<void> {
  const made = await ok(ada.post<{ id: string; token: string }>('/api/tokens', { name: 'Build' }))
  const token = hunt.plant('API token', made.body.token, 'POST /api/tokens')
  const authorization = { authorization: `Bearer ${token}` }
  assert.equal((await fetch(new URL('/api/auth/me', host.host.url), { headers: authorization })).status, 200)
  const path = `/api/tokens/${made.body.id}/rotate`
  const rotated = await ok(ada.post<{ token: string }>(path, {}))
  hunt.plant('API token after its rotation', rotated.body.token, `POST ${path}`)
  const clientSecret = hunt.plant('client secret of a provider', 'provider-client-secret-1')
  const provider = { key: 'github', kind: 'github', label: 'GitHub', clientId: 'client', clientSecret }
  await ok(ada.post('/api/instance/providers', provider))
  await ok(ada.get('/api/instance/providers'))
}

async function ok<Answer extends { readonly status: number; readonly body: unknown }>(
  call: Promise<Answer>,
): Promise<Answer> {
  const answer = await call
  assert.ok(answer.status < 300, `${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

async function refused(call: Promise<{ readonly status: number }>): Promise<void> {
  const { status } = await call
  assert.ok(status >= 400 && status < 500, `expected a refusal, got ${status}`)
}

/** A code of RFC 6238 for now: SHA-1, 30 seconds, six digits. */
function totp(base32: string): string {
  const bits = [...base32].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}
