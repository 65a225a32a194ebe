import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuditLog, SignIn } from '@host/plugin/platform'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { plugin as account } from '../../../../plugins/account/server/index.ts'
import { plugin as apiTokens } from '../../../../plugins/api-tokens/server/index.ts'
import { plugin as workspacesPlugin } from '../../../../plugins/workspaces/server/index.ts'
import { openSignInLab, password, publicUrl, type Browser, type Got, type SignInLab } from './sign-in-lab.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'

const owner = 'owner@host.test'
const instanceAdmin = 'instance-admin@host.test'
const answer = ({ status, code }: Got) => [status, code]
const proofOf = (browser: Browser, body: unknown) => browser.send('POST', '/api/auth/reauthenticate', body)
const begin = (browser: Browser) => browser.send('POST', '/api/auth/totp')

for (const product of testDatabases) {
  test(`§I11 on ${product.name}: a proof counts for a quarter of an hour; password, app, recovery code and passkey are proofs`, async () => {
    await using lab = await openSignInLab(product)
    const authenticator = new SoftwareAuthenticator(publicUrl)
    const browser = await lab.withPassword(owner)
    assert.equal((await begin(browser)).status, 200, 'a fresh sign-in is a proof')
    const { secret, recoveryCodes } = await lab.enrol(browser)
    const { body: made } = await browser.send('POST', '/api/auth/passkeys/options')
    const added = await browser.send('POST', '/api/auth/passkeys', {
      name: 'Key',
      attestation: authenticator.create(made),
    })
    assert.equal(added.status, 201)

    const proofs: readonly (() => Promise<unknown>)[] = [
      async () => ({ password }),
      async () => ({ code: lab.codeOf(secret) }),
      async () => ({ code: recoveryCodes[3] }),
      async () => {
        const { body } = await browser.send('POST', '/api/auth/reauthenticate/options')
        assert.deepEqual(body['methods'], ['password', 'totp', 'passkey', 'recovery'])
        return { assertion: authenticator.get(body['passkey'] as Record<string, unknown>) }
      },
    ]
    const erase = () => browser.send('POST', '/api/auth/account/delete', { email: 'another@host.test' })
    for (const proof of proofs) {
      lab.host.clock.advance({ minutes: 15 })
      assert.deepEqual(answer(await erase()), [403, 'reauthentication_required'])
      assert.equal((await browser.send('GET', '/api/auth/security')).body['provedUntil'], null)
      const given = await proof()
      assert.equal((await proofOf(browser, given)).status, 204, JSON.stringify(given))
      assert.deepEqual(answer(await erase()), [400, 'invalid_input'])
      const until = lab.host.clock.now() + 15 * 60_000
      assert.equal((await browser.send('GET', '/api/auth/security')).body['provedUntil'], new Date(until).toISOString())
    }
  })
}

test('§I11 making, changing or removing an owner asks for a recent proof and refuses every token', async () => {
  await using lab = await openSignInLab(undefined, [account, workspacesPlugin, apiTokens])
  const browser = await lab.withPassword(owner)
  const { admin, member } = lab.host.userIds
  const scopes = ['workspaces.read', 'workspaces.write']
  const { body } = await browser.send('POST', '/api/tokens', { name: 'Robot', scopes })
  const program = lab.program(String(body['token']))
  const roleOf = async (userId: string) => {
    const { items } = (await browser.send('GET', '/api/members')).body
    return (items as { userId: string; role: string }[]).find((each) => each.userId === userId)?.role
  }
  const change = (by: Pick<Browser, 'send'>, userId: string, role: string) =>
    by.send('PATCH', `/api/members/${userId}`, { role })
  const remove = (by: Pick<Browser, 'send'>, userId: string) => by.send('DELETE', `/api/members/${userId}`)

  assert.equal((await change(program, member, 'admin')).status, 200, 'a token changes who is not an owner')
  assert.deepEqual(answer(await change(program, admin, 'owner')), [403, 'session_required'])
  lab.host.clock.advance({ minutes: 15 })
  assert.equal((await change(browser, member, 'member')).status, 200, 'no proof for who is not an owner')
  assert.deepEqual(answer(await change(browser, admin, 'owner')), [403, 'reauthentication_required'])
  assert.equal(await roleOf(admin), 'admin')
  assert.equal((await proofOf(browser, { password })).status, 204)
  assert.equal((await change(browser, admin, 'owner')).status, 200)
  lab.host.clock.advance({ minutes: 15 })
  for (const attempt of [change, remove]) {
    assert.deepEqual(answer(await attempt(browser, admin, 'admin')), [403, 'reauthentication_required'])
    assert.deepEqual(answer(await attempt(program, admin, 'admin')), [403, 'session_required'])
  }
  assert.equal(await roleOf(admin), 'owner')
  assert.equal((await proofOf(browser, { password })).status, 204)
  assert.equal((await remove(browser, admin)).status, 204)
})

test('§I11 guesses at the password are limited as those at sign-in are, and count together with them', async () => {
  await using lab = await openSignInLab()
  const browser = await lab.withPassword(owner)
  for (let tries = 0; tries < 3; tries += 1) {
    assert.deepEqual(answer(await proofOf(browser, { password: 'wrong' })), [401, 'invalid_credentials'])
  }
  for (let tries = 0; tries < 2; tries += 1) {
    await lab.browser().send('POST', '/api/auth/login', { email: owner, password: 'wrong' })
  }
  assert.deepEqual(answer(await proofOf(browser, { password })), [429, 'too_many_requests'])
  lab.host.clock.advance({ minutes: 15 })
  assert.equal((await proofOf(browser, { password })).status, 204)
})

test('a proof is one of its kinds, of the account itself, and of this session alone', async () => {
  await using lab = await openSignInLab()
  const [browser, other] = [await lab.withPassword(owner), await lab.withPassword(owner)]
  for (const body of [{}, { password, code: '123456' }]) {
    assert.deepEqual(answer(await proofOf(browser, body)), [400, 'invalid_input'])
  }
  assert.deepEqual(answer(await proofOf(browser, { code: '123456' })), [401, 'invalid_code'])
  assert.deepEqual(answer(await proofOf(browser, { code: 'aaaa-bbbb-cccc-dddd' })), [401, 'invalid_code'])
  assert.deepEqual(answer(await proofOf(browser, { assertion: {} })), [401, 'invalid_passkey'])
  lab.host.clock.advance({ minutes: 15 })
  assert.equal((await proofOf(browser, { password })).status, 204)
  assert.deepEqual(answer(await begin(other)), [403, 'reauthentication_required'])
  assert.equal((await lab.browser().send('POST', '/api/auth/reauthenticate', { password })).status, 401)
})

async function requireEverywhere(lab: SignInLab, isRequired: boolean): Promise<void> {
  const admin = await lab.withPassword(instanceAdmin)
  const { status } = await admin.send('PUT', '/api/instance/sign-in', {
    registration: false,
    requireSecondFactor: isRequired,
  })
  assert.ok(status < 300, String(status))
}

for (const product of testDatabases) {
  test(`§I25 on ${product.name}: an instance requirement applies to the very next request, and setup is open`, async () => {
    await using lab = await openSignInLab(product)
    const browser = await lab.withPassword(owner)
    const members = () => browser.send('GET', '/api/members')
    assert.equal((await members()).status, 200)
    await requireEverywhere(lab, true)
    assert.deepEqual(answer(await members()), [403, 'second_factor_required'])
    const admin = await lab.withPassword(instanceAdmin)
    assert.deepEqual(answer(await admin.send('GET', '/api/instance/users')), [403, 'second_factor_required'])
    for (const path of ['/api/auth/me', '/api/auth/security', '/api/auth/sessions']) {
      assert.equal((await browser.send('GET', path)).status, 200, path)
    }
    assert.equal((await browser.send('GET', '/api/auth/security')).body['isSecondFactorRequired'], true)
    await lab.enrol(browser)
    assert.equal((await members()).status, 200)
    await lab.enrol(admin)
    assert.equal((await admin.send('GET', '/api/instance/users')).status, 200)
    assert.equal((await browser.send('DELETE', '/api/auth/totp')).status, 204)
    assert.deepEqual(answer(await members()), [403, 'second_factor_required'], 'also once it is switched off again')
  })

  test(`§I25 on ${product.name}: a workspace requirement applies in that workspace, to the very next request`, async () => {
    await using lab = await openSignInLab(product)
    const [boss, member] = [await lab.withPassword(owner), await lab.withPassword('member@host.test')]
    const anonymous = await lab.withPassword('other-owner@host.test')
    const status = async (browser: Browser) => (await browser.send('GET', '/api/members')).status
    await lab.enrol(boss)
    const path = `/api/workspaces/${lab.host.workspaces.here}`
    assert.equal((await boss.send('PATCH', path, { requireSecondFactor: true })).status, 200)
    assert.deepEqual([await status(boss), await status(member), await status(anonymous)], [200, 403, 200])
    await member.send('POST', '/api/workspaces', { name: 'Own' })
    const authenticator = new SoftwareAuthenticator(publicUrl)
    const { body } = await member.send('POST', '/api/auth/passkeys/options')
    await member.send('POST', '/api/auth/passkeys', { name: 'Key', attestation: authenticator.create(body) })
    assert.equal(await status(member), 200)
    assert.equal((await boss.send('PATCH', path, { requireSecondFactor: false })).status, 200)
    assert.equal(await status(member), 200)
  })
}

test('§I25 a workspace that requires a second factor is not changed from the outside either', async () => {
  await using lab = await openSignInLab()
  const browser = await lab.withPassword(owner)
  const { body } = await browser.send('POST', '/api/workspaces', { name: 'Elsewhere' })
  const path = `/api/workspaces/${lab.host.workspaces.here}`
  assert.equal((await browser.send('PATCH', path, { requireSecondFactor: true })).status, 200)
  assert.equal((await browser.send('POST', '/api/auth/switch', { workspaceId: body['id'] })).status, 200)
  assert.equal((await browser.send('GET', '/api/members')).status, 200)
  const tries: readonly [string, string, object?][] = [
    ['PATCH', path, { requireSecondFactor: false }],
    ['PATCH', path, { name: 'Mine' }],
    ['POST', `${path}/transfer`, { userId: lab.host.userIds.admin }],
    ['DELETE', `${path}?confirmation=Here`],
    ['GET', `${path}/export`],
  ]
  for (const [method, to, given] of tries) {
    assert.deepEqual(answer(await browser.send(method, to, given)), [403, 'second_factor_required'], `${method} ${to}`)
  }
  await lab.enrol(browser)
  assert.equal((await browser.send('PATCH', path, { name: 'Mine' })).status, 200)
})

test('§I22 a provider that is declared to ask for a second factor counts as one, and the log says so', async () => {
  await using lab = await openSignInLab()
  await lab.enrol(await lab.withPassword(owner))
  await requireEverywhere(lab, true)
  const signIn = lab.host.service(SignIn)
  const come = async (userId: string, isSecondFactorProven: boolean) => {
    const step = await signIn.proceed(new Request(publicUrl), {
      userId,
      by: 'oidc',
      providerId: 'idp_x',
      isSecondFactorProven,
    })
    const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(step.cookie) ?? []
    return { status: step.status, browser: lab.browser({ [name]: value }) }
  }
  const { userIds } = lab.host
  assert.equal((await come(userIds.owner, false)).status, 'second_factor')
  const vouched = await come(userIds.owner, true)
  assert.equal((await vouched.browser.send('GET', '/api/members')).status, 200)
  const without = await come(userIds.member, true)
  assert.equal((await without.browser.send('GET', '/api/members')).status, 200)
  const plain = await come(userIds.member, false)
  assert.deepEqual(answer(await plain.browser.send('GET', '/api/members')), [403, 'second_factor_required'])
  const { items } = await lab.host.service(AuditLog).list(undefined, { limit: 50 })
  const entry = items.find(({ action }) => action === 'second_factor.vouched')
  assert.deepEqual([entry?.target, entry?.after], [`user:${userIds.owner}`, { provider: 'idp_x' }])
})

test('a session that came through the provider of a workspace has proved nothing to the account', async () => {
  await using lab = await openSignInLab()
  const { workspaces, userIds } = lab.host
  const proof = { userId: userIds.owner, by: 'oidc', providerId: 'sso_x', confinedTo: workspaces.here } as const
  const step = await lab.host.service(SignIn).proceed(new Request(publicUrl), proof)
  const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(step.cookie) ?? []
  const browser = lab.browser({ [name]: value })
  assert.equal((await browser.send('GET', '/api/auth/security')).body['provedUntil'], null)
  assert.deepEqual(answer(await begin(browser)), [403, 'reauthentication_required'])
  assert.equal((await proofOf(browser, { password })).status, 204)
  assert.equal((await begin(browser)).status, 200)
})
