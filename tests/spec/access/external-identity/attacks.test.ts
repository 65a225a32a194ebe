import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestHost } from '@host/testing'
import { visitProvider } from '../../lab/providers/remote-browser.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../lab/providers/scripted-provider.ts'
import { Browser, fromOwnPage, publicUrl } from './browser.ts'
import { addProvider, openSso } from './open-sso.ts'

interface Lab extends AsyncDisposable {
  readonly host: TestHost
  readonly provider: ScriptedProvider
}

/** A host on which the member has linked `ada` of a provider that a test may make misbehave. */
async function openLab(): Promise<Lab> {
  const provider = await startScriptedProvider()
  const host = await openSso(provider.address)
  await addProvider(host, provider)
  const browser = await Browser.of(host, 'member@host.test')
  assert.equal(await browser.signIn('/auth/begin/corp?link=1', fromOwnPage), '/admin/settings/security')
  return {
    host,
    provider,
    async [Symbol.asyncDispose]() {
      await host.close()
      await provider[Symbol.asyncDispose]()
    },
  }
}

async function outcome({ host }: Lab): Promise<string> {
  const browser = new Browser(host)
  const end = await browser.signIn('/auth/begin/corp')
  assert.equal((await browser.me()) !== undefined, end === '/admin', `${end} and the session say the same`)
  return end
}

const failed = '/login?error=sso_failed'
const expired = '/login?error=sso_expired'
const unavailable = '/login?error=sso_unavailable'

test('§I21 a token counts only with our nonce, issuer, audience and times', async () => {
  await using lab = await openLab()
  const now = Math.floor(Date.now() / 1000)
  const wrong: readonly Record<string, unknown>[] = [
    { nonce: 'another' },
    { nonce: undefined },
    { iss: 'https://evil.example' },
    { iss: `${lab.provider.issuer}/` },
    { aud: 'another client' },
    { aud: ['host', 'another'], azp: 'another' },
    { exp: now - 3600, iat: now - 7200 },
    { exp: undefined },
    { iat: undefined },
    { nbf: now + 3600 },
    { sub: undefined },
    { sub: '' },
    { sub: 'a'.repeat(256) },
    { sub: 42 },
  ]
  for (const claims of wrong) {
    lab.provider.claims = claims
    assert.equal(await outcome(lab), failed, JSON.stringify(claims).slice(0, 80))
  }
  lab.provider.claims = {}
  assert.equal(await outcome(lab), '/admin')
})

test('§I21 neither no signature, nor one by a shared secret, nor one by an unpublished key is one', async () => {
  await using lab = await openLab()
  for (const signing of ['none', 'HS256'] as const) {
    lab.provider.signing = signing
    assert.equal(await outcome(lab), failed, signing)
  }
  lab.provider.signing = 'RS256'
  lab.provider.forgeKey()
  assert.equal(await outcome(lab), failed, 'another key under the name of the published one')
})

test('§I21 a provider may change its keys at any moment; they are asked for once, not for every sign-in', async () => {
  await using lab = await openLab()
  for (let attempt = 0; attempt < 3; attempt += 1) assert.equal(await outcome(lab), '/admin')
  assert.equal(lab.provider.asked.get('/jwks'), 1)
  assert.equal(lab.provider.asked.get('/.well-known/openid-configuration'), 2, 'when it was added, and when first used')
  lab.provider.rotateKeys()
  assert.equal(await outcome(lab), '/admin')
  assert.equal(lab.provider.asked.get('/jwks'), 2)
})

test('§I21 an answer counts once, with its own state, in the browser that was sent out', async () => {
  await using lab = await openLab()
  const browser = new Browser(lab.host)
  const back = await visitProvider(await browser.follow('/auth/begin/corp'))
  assert.equal(await new Browser(lab.host).comeBack(back), expired, 'another browser, without a cookie')
  const anonymous = new Browser(lab.host)
  await anonymous.follow('/auth/begin/corp')
  assert.equal(await anonymous.comeBack(back), expired, 'another browser, with a cookie of its own')
  const altered = new URL(back)
  altered.searchParams.set('state', 'a'.repeat(43))
  assert.equal(await browser.comeBack(altered), expired)
  altered.searchParams.delete('state')
  assert.equal(await browser.comeBack(altered), expired)
  assert.equal(await browser.comeBack(back), '/admin', 'none of that used it up')
  assert.equal(await browser.comeBack(back), expired, 'the second time')
})

test('§I21 of two concurrent answers with one state, one counts', async () => {
  await using lab = await openLab()
  const browser = new Browser(lab.host)
  const back = await visitProvider(await browser.follow('/auth/begin/corp'))
  const ends = await Promise.all(Array.from({ length: 8 }, () => browser.comeBack(back)))
  assert.equal(ends.filter((end) => end === '/admin').length, 1)
  assert.equal(ends.filter((end) => end === expired).length, 7)
})

test('§I21 a sign-in at a provider takes at most ten minutes', async () => {
  await using lab = await openLab()
  const browser = new Browser(lab.host)
  const back = await visitProvider(await browser.follow('/auth/begin/corp'))
  lab.host.clock.advance({ minutes: 10 })
  assert.equal(await browser.comeBack(back), expired)
})

test('§I21 an answer that comes to the callback of another provider is none (mix-up)', async () => {
  await using lab = await openLab()
  await using other = await startScriptedProvider()
  await using host = await openSso(lab.provider.address, other.address)
  await addProvider(host, lab.provider)
  await addProvider(host, other, { key: 'evil' })
  const browser = new Browser(host)
  const back = await visitProvider(await browser.follow('/auth/begin/corp'))
  const mixed = new URL(back.href.replace('/callback/corp', '/callback/evil'))
  assert.equal(await browser.comeBack(mixed), failed)
  assert.equal(other.asked.get('/token'), undefined, 'and the code went to nobody')
  const second = await visitProvider(await browser.follow('/auth/begin/corp'))
  second.searchParams.set('iss', other.issuer)
  assert.equal(await browser.comeBack(second), failed, 'the answer names another issuer (RFC 9207)')
})

test('§I21 a provider that fails, floods, stalls or redirects blocks no request and gets no secret', async () => {
  await using lab = await openLab()
  const { faults } = lab.provider
  faults.set('/token', (_request, response) => response.writeHead(500).end('no'))
  assert.equal(await outcome(lab), unavailable)
  faults.set('/token', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"access_token":"${'a'.repeat(300 * 1024)}"}`)
  })
  assert.equal(await outcome(lab), unavailable)
  faults.set('/token', (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'))
  assert.equal(await outcome(lab), unavailable)
  await using elsewhere = await startScriptedProvider()
  for (const status of [302, 303, 307, 308]) {
    faults.set('/token', (_request, response) => response.writeHead(status, { location: elsewhere.issuer }).end())
    assert.equal(await outcome(lab), unavailable, `${status}`)
  }
  faults.set('/token', (_request, response) => {
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
  })
  assert.equal(await outcome(lab), unavailable)
  assert.equal(elsewhere.connections, 0)
  faults.set('/token', (_request, response) => {
    faults.delete('/token')
    response.writeHead(307, { location: '/token?moved' }).end()
  })
  assert.equal(await outcome(lab), unavailable, 'an answer from an address that was not asked')
  faults.set('/token', () => undefined)
  const began = Date.now()
  assert.equal(await outcome(lab), unavailable)
  assert.ok(Date.now() - began < 15_000, 'it took less than two request times')
})

test('§I21 without an entry of HOST_SAFEHTTP_ALLOW nothing is sent to an address inside', async () => {
  await using provider = await startScriptedProvider()
  await using host = await openSso()
  const { clientId, clientSecret } = provider
  for (const issuer of [
    provider.issuer,
    'https://localhost',
    'https://169.254.169.254',
    'https://[::1]',
    'https://10.0.0.1/realm',
  ]) {
    await assert.rejects(addProvider(host, { issuer, clientId, clientSecret }), isAboutIssuer, issuer)
  }
  assert.equal(provider.connections, 0)
})

test('§I21 an issuer must report its own address, to the letter, over https', async () => {
  await using provider = await startScriptedProvider()
  await using host = await openSso(provider.address)
  const { issuer, clientId, clientSecret } = provider
  for (const wrong of [
    issuer.replace('https:', 'http:'),
    `${issuer}/`,
    `${issuer}?a=b`,
    `${issuer}#a`,
    issuer.replace('//', '//user:pass@'),
    'ftp://a.example',
    'no address',
  ]) {
    await assert.rejects(addProvider(host, { issuer: wrong, clientId, clientSecret }), isAboutIssuer, wrong)
  }
  for (const metadata of [
    { issuer: 'https://evil.example' },
    { authorization_endpoint: 'http://evil.example' },
    { authorization_endpoint: 'javascript:alert(1)' },
    { token_endpoint: undefined },
    { jwks_uri: 'file:///etc/passwd' },
  ]) {
    provider.metadata = metadata
    await assert.rejects(addProvider(host, provider), isAboutIssuer, JSON.stringify(metadata))
  }
  provider.metadata = {}
  provider.faults.set('/.well-known/openid-configuration', (_request, response) => {
    response.writeHead(302, { location: 'https://169.254.169.254/' }).end()
  })
  await assert.rejects(addProvider(host, provider), isAboutIssuer, 'a redirect inside')
})

test('§I21 endpoints that a provider puts inside our network are not asked', async () => {
  await using inside = await startScriptedProvider()
  await using lab = await openLab()
  lab.provider.metadata = { token_endpoint: `${inside.issuer}/token`, jwks_uri: `${inside.issuer}/jwks` }
  lab.host.clock.advance({ minutes: 11 })
  assert.equal(await outcome(lab), unavailable)
  assert.equal(inside.connections, 0)
})

test('§I23 begins on a page of ours, in a session that has just proved who it is, and ends in that session', async () => {
  await using lab = await openLab()
  lab.provider.claims = { sub: 'mallory' }
  const refused = '/admin/settings/security?error=sso_link_refused'
  const victim = await Browser.of(lab.host, 'admin@host.test')
  for (const headers of [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    { referer: 'https://evil.example/' },
  ]) {
    assert.equal(await victim.follow('/auth/begin/corp?link=1', headers), refused, JSON.stringify(headers))
  }
  assert.equal(await new Browser(lab.host).follow('/auth/begin/corp?link=1', fromOwnPage), refused, 'nobody signed in')
  assert.match(await victim.follow('/auth/begin/corp?link=1', { referer: `${publicUrl}/admin` }), /^https:/)

  const away = await visitProvider(await victim.follow('/auth/begin/corp?link=1', fromOwnPage))
  await victim.send('POST', '/api/auth/logout')
  assert.equal(await victim.comeBack(away), refused, 'the session has ended')

  const again = await Browser.of(lab.host, 'admin@host.test')
  lab.host.clock.advance({ minutes: 16 })
  assert.equal(await again.follow('/auth/begin/corp?link=1', fromOwnPage), refused, 'the proof is old')
})

test('§I23 an answer of a sign-in links nothing, and one of a link signs in no account', async () => {
  await using lab = await openLab()
  lab.provider.claims = { sub: 'mallory', email: 'mallory@evil.example', email_verified: true }
  const browser = await Browser.of(lab.host, 'admin@host.test')
  const before = (await browser.me())?.user.id
  assert.equal(await browser.signIn('/auth/begin/corp'), '/login?error=sso_no_account')
  assert.equal((await browser.me())?.user.id, before)
  const security = await browser.get('/api/auth/security')
  assert.deepEqual(((await security.json()) as { identities: unknown[] }).identities, [])
})

test('§I21 after a sign-in the browser is redirected only to a page of this origin', async () => {
  await using lab = await openLab()
  for (const evil of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%5c/../\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/.//evil.example',
    '/auth/begin/corp',
    '/api/auth/logout',
    'admin',
  ]) {
    const browser = new Browser(lab.host)
    assert.equal(await browser.signIn(`/auth/begin/corp?return=${encodeURIComponent(evil)}`), '/admin', evil)
  }
  const browser = new Browser(lab.host)
  assert.equal(await browser.signIn('/auth/begin/corp?return=%2Fadmin%2Fmembers%3Fq%3Da'), '/admin/members?q=a')
})

test('§I21 unknown providers and workspaces without a connection get one answer', async () => {
  await using lab = await openLab()
  const browser = new Browser(lab.host)
  for (const path of [
    '/auth/begin/unknown',
    '/auth/begin/sso',
    '/auth/begin/sso?workspace=unknown',
    '/auth/begin/sso?workspace=here',
    `/auth/begin/${lab.host.workspaces.here}`,
    '/auth/begin/org_unknown',
  ]) {
    assert.equal(await browser.follow(path), failed, path)
  }
})

test('§I21 a link preview uses nothing up, and no secret is in a log', async () => {
  await using lab = await openLab()
  const browser = new Browser(lab.host)
  const back = await visitProvider(await browser.follow('/auth/begin/corp'))
  const head = await browser.send('HEAD', back.pathname + back.search)
  assert.equal(head.status, 405)
  assert.equal(await browser.comeBack(back), '/admin')
  lab.provider.claims = { nonce: 'another' }
  await outcome(lab)
  const logs = JSON.stringify(lab.host.logs)
  for (const secret of [lab.provider.clientSecret, 'an access token', back.searchParams.get('code') ?? '', 'eyJ']) {
    assert.ok(!logs.includes(secret), secret)
  }
})

function isAboutIssuer(error: unknown): boolean {
  const { problem } = error as { readonly problem?: { readonly errors?: readonly { readonly path: string }[] } }
  return problem?.errors?.some(({ path }) => path === 'issuer') === true
}
