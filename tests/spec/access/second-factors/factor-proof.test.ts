import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PluginCatalog } from '@host/plugin'
import { openSignInLab, password, publicUrl, type Browser, type Got, type SignInLab } from './sign-in-lab.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'

const owner = 'owner@host.test'
const refused = [403, 'reauthentication_required']
const answer = ({ status, code }: Got) => [status, code]
const prove = async (browser: Browser, proof: object) => {
  assert.equal((await browser.send('POST', '/api/auth/reauthenticate', proof)).status, 204, JSON.stringify(proof))
}

/** A session whose factors are set up and whose last proof is the password. */
async function withFactors(lab: SignInLab, { hasPasskey }: { readonly hasPasskey: boolean }) {
  const browser = await lab.withPassword(owner)
  const { secret, recoveryCodes } = await lab.enrol(browser)
  const authenticator = new SoftwareAuthenticator(publicUrl)
  let id = 'pky_none'
  if (hasPasskey) {
    const { body } = await browser.send('POST', '/api/auth/passkeys/options')
    const made = { name: 'Key', attestation: authenticator.create(body) }
    id = String((await browser.send('POST', '/api/auth/passkeys', made)).body['id'])
  }
  lab.host.clock.advance({ minutes: 16 })
  await prove(browser, { password })
  const byPasskey = async () => {
    const { body } = await browser.send('POST', '/api/auth/reauthenticate/options')
    await prove(browser, { assertion: authenticator.get(body['passkey'] as Record<string, unknown>) })
  }
  return { browser, secret, recoveryCodes, passkey: `/api/auth/passkeys/${id}`, byPasskey }
}

/** Changes to the sign-in of an account that concern no second factor, or remove none. */
const withoutFactor = new Set(['PATCH /api/auth/passkeys/{id}', 'DELETE /api/auth/identities/{id}'])

test('§I51 every route that changes second factors refuses a session whose proof is a password', async () => {
  await using lab = await openSignInLab()
  const { browser } = await withFactors(lab, { hasPasskey: true })
  const catalog = lab.host.service(PluginCatalog).list()
  const changing = catalog
    .flatMap(({ routes }) => routes)
    .filter(({ audience }) => audience === 'user')
    .filter(({ endpoint }) => endpoint?.changes !== false && endpoint?.changes?.includes('/api/auth/security') === true)
  const asking = changing.filter(({ pattern }) => !withoutFactor.has(pattern))
  assert.ok(asking.length >= 5)
  for (const { pattern, requirements } of asking) {
    assert.ok(requirements?.factor !== undefined, `${pattern} asks for no second factor`)
    const [method = '', path = ''] = pattern.split(' ')
    assert.deepEqual(answer(await browser.send(method, path.replace('{id}', 'pky_x'))), refused, pattern)
  }
})

test('§I51 an authenticator app goes off by its code or a recovery code, and by nothing else', async () => {
  await using lab = await openSignInLab()
  const { browser, secret, recoveryCodes, byPasskey } = await withFactors(lab, { hasPasskey: true })
  const remove = () => browser.send('DELETE', '/api/auth/totp')
  assert.deepEqual(answer(await remove()), refused, 'a password')
  await byPasskey()
  assert.deepEqual(answer(await remove()), refused, 'another factor')
  await prove(browser, { code: lab.codeOf(secret) })
  lab.host.clock.advance({ minutes: 16 })
  await prove(browser, { password })
  assert.deepEqual(answer(await remove()), refused, 'a code of a while ago, though the password is fresh')
  await prove(browser, { code: recoveryCodes[0] })
  await prove(browser, { password })
  assert.equal((await remove()).status, 204, 'a password takes no proof back')
})

test('§I51 a passkey goes off by a passkey or a recovery code', async () => {
  await using lab = await openSignInLab()
  const { browser, secret, passkey, byPasskey } = await withFactors(lab, { hasPasskey: true })
  assert.deepEqual(answer(await browser.send('DELETE', passkey)), refused, 'a password')
  await prove(browser, { code: lab.codeOf(secret) })
  assert.deepEqual(answer(await browser.send('DELETE', passkey)), refused, 'another factor')
  await byPasskey()
  assert.equal((await browser.send('DELETE', passkey)).status, 204)
})

test('§I51 a session with the password alone neither adds a factor nor replaces one nor takes new recovery codes', async () => {
  await using lab = await openSignInLab()
  const { browser, secret } = await withFactors(lab, { hasPasskey: false })
  const steps = [
    ['POST', '/api/auth/totp'],
    ['POST', '/api/auth/passkeys/options'],
    ['POST', '/api/auth/recovery-codes'],
    ['POST', '/api/auth/reauthenticate/check'],
  ] as const
  for (const [method, path] of steps) assert.deepEqual(answer(await browser.send(method, path)), refused, path)
  await prove(browser, { code: lab.codeOf(secret) })
  for (const [method, path] of steps) assert.ok((await browser.send(method, path)).status < 300, path)
})

test('§I51 a sign-in with the second factor is its proof, and an account without one needs none', async () => {
  await using lab = await openSignInLab()
  const plain = await lab.withPassword('member@host.test')
  assert.equal((await plain.send('POST', '/api/auth/totp')).status, 200)
  const { secret } = await withFactors(lab, { hasPasskey: false })
  const browser = await lab.withPassword(owner)
  const given = { method: 'totp', code: lab.codeOf(secret) }
  assert.equal((await browser.send('POST', '/api/auth/login/second-factor', given)).status, 200)
  assert.equal((await browser.send('DELETE', '/api/auth/totp')).status, 204)
})
