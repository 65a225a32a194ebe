import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { openSignInLab, password, publicUrl, type Got } from './sign-in-lab.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'

const owner = 'owner@host.test'
const answer = ({ status, code }: Got) => [status, code]

for (const product of testDatabases) {
  test(`§I3 on ${product.name}: a disabled account signs in by no method, nor finishes a pending sign-in`, async () => {
    await using lab = await openSignInLab(product)
    const authenticator = new SoftwareAuthenticator(publicUrl)
    const browser = await lab.withPassword(owner)
    const { secret } = await lab.enrol(browser)
    const { body: options } = await browser.send('POST', '/api/auth/passkeys/options')
    const attestation = authenticator.create(options)
    assert.equal((await browser.send('POST', '/api/auth/passkeys', { name: 'Key', attestation })).status, 201)
    const underWay = lab.browser()
    await underWay.send('POST', '/api/auth/login', { email: owner, password })
    const passkey = lab.browser()
    const { body: asked } = await passkey.send('POST', '/api/auth/login/passkey/options')

    const admin = await lab.withPassword('instance-admin@host.test')
    const path = `/api/instance/users/${lab.host.userIds.owner}`
    assert.equal((await admin.send('PATCH', path, { isDisabled: true })).status, 200)
    assert.equal((await browser.send('GET', '/api/auth/me')).status, 401)
    const code = { method: 'totp', code: lab.codeOf(secret) }
    assert.deepEqual(answer(await underWay.send('POST', '/api/auth/login/second-factor', code)), [
      401,
      'challenge_expired',
    ])
    const assertion = authenticator.get(asked)
    const byPasskey = await passkey.send('POST', '/api/auth/login/passkey', { assertion })
    assert.deepEqual(answer(byPasskey), [401, 'invalid_credentials'])
    const right = await lab.browser().send('POST', '/api/auth/login', { email: owner, password })
    const wrong = await lab.browser().send('POST', '/api/auth/login', { email: owner, password: 'another one' })
    const { requestId: _, ...said } = right.body
    const { requestId: __, ...saidToStrangers } = wrong.body
    assert.deepEqual([right.status, said], [wrong.status, saidToStrangers])

    assert.equal((await admin.send('PATCH', path, { isDisabled: false })).status, 200)
    assert.equal((await browser.send('GET', '/api/auth/me')).status, 401, 'no session comes back')
    await lab.browser().send('POST', '/api/auth/login', { email: owner, password })
  })

  test(`§I19 on ${product.name}: neither secret nor recovery code nor challenge is in the database`, async () => {
    await using lab = await openSignInLab(product)
    const browser = await lab.withPassword(owner)
    const { secret, recoveryCodes } = await lab.enrol(browser)
    const { body } = await browser.send('POST', '/api/auth/totp')
    const waiting = lab.browser()
    await waiting.send('POST', '/api/auth/login', { email: owner, password })
    const rows = await lab.rowsOf(['totp_apps', 'recovery_codes', 'host_challenges', 'user_sessions', 'users'])
    const secrets = [secret, String(body['secret']), waiting.cookie('__Host-challenge') ?? 'none', ...recoveryCodes]
    for (const each of secrets) {
      assert.equal(rows.includes(each.replaceAll('-', '')) || rows.includes(each), false, each)
    }
    assert.match(rows, /v1\.[\w-]+\.[\w-]+/)
  })
}
