import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuditLog } from '@host/plugin/platform'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { openSignInLab, password, publicUrl, type Browser, type Got } from './sign-in-lab.ts'
import { certifiedAttestation, SoftwareAuthenticator, type Faults } from './software-authenticator.ts'

const owner = 'owner@host.test'
const answer = ({ status, code }: Got) => [status, code]
const byNumber = (a: number, b: number): number => a - b

async function add(browser: Browser, authenticator: SoftwareAuthenticator, faults: Faults = {}): Promise<Got> {
  const { body } = await browser.send('POST', '/api/auth/passkeys/options')
  const attestation = authenticator.create(body, faults)
  return await browser.send('POST', '/api/auth/passkeys', { name: 'Laptop', attestation })
}

async function signIn(browser: Browser, authenticator: SoftwareAuthenticator, faults: Faults = {}): Promise<Got> {
  const { body } = await browser.send('POST', '/api/auth/login/passkey/options')
  return await browser.send('POST', '/api/auth/login/passkey', { assertion: authenticator.get(body, faults) })
}

const wrong: Readonly<Record<string, Faults>> = {
  'another origin': { origin: 'https://evil.example' },
  'another relying party': { rpId: 'evil.example' },
  'another challenge': { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  'another ceremony': { type: 'webauthn.other' },
  'no user verification': { isUserVerified: false },
  'a frame of another site': { crossOrigin: true },
}

for (const product of testDatabases) {
  test(`§I20 on ${product.name}: a passkey signs in without naming an account, is named, renamed and revoked`, async () => {
    await using lab = await openSignInLab(product)
    const authenticator = new SoftwareAuthenticator(publicUrl)
    const browser = await lab.withPassword(owner)
    const { body: options } = await browser.send('POST', '/api/auth/passkeys/options')
    const {
      rp,
      user,
      authenticatorSelection: selection,
      attestation,
    } = options as Record<string, Record<string, unknown>>
    assert.deepEqual([rp?.['id'], user?.['name'], attestation], ['host.test', owner, 'none'])
    assert.deepEqual(selection, { residentKey: 'required', requireResidentKey: true, userVerification: 'required' })
    assert.match(String(user?.['id']), /^[\w-]{43}$/)
    const added = await add(browser, authenticator)
    assert.equal(added.status, 201, JSON.stringify(added.body))
    const { id, name, isSynced, lastUsedAt } = added.body
    assert.deepEqual([name, isSynced, lastUsedAt], ['Laptop', false, null])

    const other = lab.browser()
    assert.deepEqual((await signIn(other, authenticator)).body, { status: 'signed_in' })
    assert.equal(((await other.send('GET', '/api/auth/me')).body['user'] as { email: string }).email, owner)
    const renamed = await other.send('PATCH', `/api/auth/passkeys/${String(id)}`, { name: 'Blue key' })
    assert.equal(renamed.body['name'], 'Blue key')
    assert.ok(renamed.body['lastUsedAt'])

    const second = await add(browser, new SoftwareAuthenticator(publicUrl))
    assert.equal(second.status, 201)
    assert.equal((await other.send('GET', '/api/auth/me')).status, 401, 'the other session ended')
    assert.equal((await browser.send('DELETE', `/api/auth/passkeys/${String(id)}`)).status, 204)
    assert.deepEqual(answer(await signIn(lab.browser(), authenticator)), [401, 'invalid_passkey'])
  })

  test(`§I24 on ${product.name}: the last way to sign in stays, also when both are removed at once`, async () => {
    await using lab = await openSignInLab(product)
    const browser = await lab.withPassword(owner)
    const ids = [
      (await add(browser, new SoftwareAuthenticator(publicUrl))).body['id'],
      (await add(browser, new SoftwareAuthenticator(publicUrl))).body['id'],
    ].map(String)
    await lab.withoutPassword(owner)
    const answers = await Promise.all(ids.map((id) => browser.send('DELETE', `/api/auth/passkeys/${id}`)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(byNumber), [204, 409])
    const { body } = await browser.send('GET', '/api/auth/security')
    const [left] = body['passkeys'] as readonly { id: string }[]
    assert.deepEqual(answer(await browser.send('DELETE', `/api/auth/passkeys/${left?.id}`)), [409, 'last_method'])
  })

  test(`§I20 on ${product.name}: a copy of an authenticator is refused by its counter, and the log says so`, async () => {
    await using lab = await openSignInLab(product)
    const authenticator = new SoftwareAuthenticator(publicUrl)
    await add(await lab.withPassword(owner), authenticator)
    assert.equal((await signIn(lab.browser(), authenticator)).status, 200)
    assert.equal((await signIn(lab.browser(), authenticator, { counter: 9 })).status, 200)
    for (const counter of [9, 2, 0]) {
      assert.deepEqual(answer(await signIn(lab.browser(), authenticator, { counter })), [401, 'invalid_passkey'])
    }
    const { items } = await lab.host.service(AuditLog).list(undefined, { limit: 50 })
    const refused = items.filter(({ action }) => action === 'passkey.refused')
    assert.deepEqual(
      refused.map(({ after }) => (after as { reason: string }).reason),
      ['counter', 'counter', 'counter'],
    )
    assert.equal((await signIn(lab.browser(), authenticator, { counter: 10 })).status, 200)
  })

  test(`§I20 on ${product.name}: an assertion counts once, also when it arrives many times at once`, async () => {
    await using lab = await openSignInLab(product)
    const authenticator = new SoftwareAuthenticator(publicUrl)
    authenticator.counts = false
    await add(await lab.withPassword(owner), authenticator)
    const browser = lab.browser()
    const { body } = await browser.send('POST', '/api/auth/login/passkey/options')
    const assertion = authenticator.get(body)
    const taken = { '__Host-passkey': browser.cookie('__Host-passkey') ?? '' }
    const answers = await Promise.all(
      [1, 2, 3].map(() => lab.browser(taken).send('POST', '/api/auth/login/passkey', { assertion })),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(byNumber), [200, 401, 401])
    const again = await lab.browser(taken).send('POST', '/api/auth/login/passkey', { assertion })
    assert.deepEqual(answer(again), [401, 'challenge_expired'])
    // With a challenge of its own it is an answer to another question.
    await browser.send('POST', '/api/auth/login/passkey/options')
    assert.deepEqual(answer(await browser.send('POST', '/api/auth/login/passkey', { assertion })), [
      401,
      'invalid_passkey',
    ])
  })
}

for (const [what, faults] of Object.entries(wrong)) {
  test(`§I20 ${what}: neither is a passkey created, nor does one sign in or prove anything`, async () => {
    await using lab = await openSignInLab()
    const authenticator = new SoftwareAuthenticator(publicUrl)
    const browser = await lab.withPassword(owner)
    assert.deepEqual(answer(await add(browser, authenticator, faults)), [401, 'invalid_passkey'])
    assert.equal((await add(browser, authenticator)).status, 201)
    assert.deepEqual(answer(await signIn(lab.browser(), authenticator, faults)), [401, 'invalid_passkey'])
    const { body } = await browser.send('POST', '/api/auth/reauthenticate/options')
    const assertion = authenticator.get(body['passkey'] as Record<string, unknown>, faults)
    assert.deepEqual(answer(await browser.send('POST', '/api/auth/reauthenticate', { assertion })), [
      401,
      'invalid_passkey',
    ])
  })
}

test('§I20 a forged signature, an unknown credential, and one that names another account or none', async () => {
  await using lab = await openSignInLab()
  const authenticator = new SoftwareAuthenticator(publicUrl)
  await add(await lab.withPassword(owner), authenticator)
  const handle = 'BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB'
  const faulty: readonly Faults[] = [
    { isForged: true },
    { credentialId: 'AAAAAAAAAAAAAAAAAAAAAA' },
    { userHandle: handle },
    { userHandle: null },
  ]
  for (const faults of faulty) {
    assert.deepEqual(answer(await signIn(lab.browser(), authenticator, faults)), [401, 'invalid_passkey'])
  }
  const sendAssertion = async (assertion: unknown): Promise<unknown> => {
    const browser = lab.browser()
    await browser.send('POST', '/api/auth/login/passkey/options')
    return answer(await browser.send('POST', '/api/auth/login/passkey', { assertion }))
  }
  for (const assertion of [{}, { id: 'x' }, { id: 'x', response: {} }, { response: { clientDataJSON: 'e30' } }]) {
    assert.deepEqual(await sendAssertion(assertion), [401, 'invalid_passkey'])
  }
  for (const assertion of [{ id: 1 }, { response: 'y' }, { id: ['x'] }, { id: 'x'.repeat(1401) }, { more: 1 }]) {
    assert.deepEqual(await sendAssertion(assertion), [400, 'invalid_input'])
  }
})

test('a challenge to make a passkey is used once, belongs to its session, and is not a challenge to sign in', async () => {
  await using lab = await openSignInLab()
  const authenticator = new SoftwareAuthenticator(publicUrl)
  const [browser, other] = [await lab.withPassword(owner), await lab.withPassword(owner)]
  const { body } = await browser.send('POST', '/api/auth/passkeys/options')
  const attestation = authenticator.create(body)
  const given = { name: 'Laptop', attestation }
  assert.deepEqual(answer(await other.send('POST', '/api/auth/passkeys', given)), [401, 'invalid_passkey'])
  assert.equal((await browser.send('POST', '/api/auth/passkeys', given)).status, 201)
  assert.deepEqual(answer(await browser.send('POST', '/api/auth/passkeys', given)), [401, 'invalid_passkey'])
})

test('§I20 two accounts can not have the same passkey', async () => {
  await using lab = await openSignInLab()
  const credentialId = 'CCCCCCCCCCCCCCCCCCCCCA'
  const [one, two] = [new SoftwareAuthenticator(publicUrl), new SoftwareAuthenticator(publicUrl)]
  assert.equal((await add(await lab.withPassword(owner), one, { credentialId })).status, 201)
  const refused = await add(await lab.withPassword('admin@host.test'), two, { credentialId })
  assert.deepEqual(answer(refused), [409, 'conflict'])
  assert.equal((await signIn(lab.browser(), one)).status, 200)
})

test('an attestation with certificates is refused before any of their URLs is fetched', async () => {
  await using lab = await openSignInLab()
  const browser = await lab.withPassword(owner)
  for (const format of ['packed', 'apple', 'fido-u2f', 'android-key', 'tpm', 'android-safetynet', 'unheard-of']) {
    const authenticator = new SoftwareAuthenticator(publicUrl)
    const refused = await add(browser, authenticator, { attestation: certifiedAttestation(format) })
    assert.deepEqual(answer(refused), [401, 'invalid_passkey'], format)
  }
})

test('§I20 a passkey is the second factor behind a password, and only that of the account', async () => {
  await using lab = await openSignInLab()
  const [authenticator, foreign] = [new SoftwareAuthenticator(publicUrl), new SoftwareAuthenticator(publicUrl)]
  await add(await lab.withPassword(owner), authenticator)
  await add(await lab.withPassword('admin@host.test'), foreign)
  const browser = lab.browser()
  const { body } = await browser.send('POST', '/api/auth/login', { email: owner, password })
  assert.deepEqual(body, { status: 'second_factor', methods: ['passkey'] })
  const path = '/api/auth/login/second-factor'
  const { body: options } = await browser.send('POST', `${path}/options`)
  assert.equal((options['allowCredentials'] as readonly unknown[]).length, 1)
  const strange = { method: 'passkey', assertion: foreign.get({ ...options, allowCredentials: [] }) }
  assert.deepEqual(answer(await browser.send('POST', path, strange)), [401, 'invalid_passkey'])
  const assertion = authenticator.get(options)
  // The first answer took the challenge with it.
  assert.deepEqual(answer(await browser.send('POST', path, { method: 'passkey', assertion })), [401, 'invalid_passkey'])
  const { body: anew } = await browser.send('POST', `${path}/options`)
  assert.equal(
    (await browser.send('POST', path, { method: 'passkey', assertion: authenticator.get(anew) })).status,
    200,
  )
})

test('a passkey of another account is not found, neither to rename nor to remove', async () => {
  await using lab = await openSignInLab()
  const { body } = await add(await lab.withPassword(owner), new SoftwareAuthenticator(publicUrl))
  const anonymous = await lab.withPassword('other-owner@host.test')
  const path = `/api/auth/passkeys/${String(body['id'])}`
  assert.deepEqual(answer(await anonymous.send('PATCH', path, { name: 'Mine' })), [404, 'not_found'])
  assert.deepEqual(answer(await anonymous.send('DELETE', path)), [404, 'not_found'])
})
