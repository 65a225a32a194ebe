import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workspaces } from '@host/plugin/platform'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { openSignInLab, publicUrl, type Browser, type SignInLab } from './sign-in-lab.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'

const email = 'member@host.test'

async function workspaceOf(browser: Browser): Promise<string | undefined> {
  const { body } = await browser.send('GET', '/api/auth/me')
  return (body['workspace'] as { readonly id: string } | null)?.id
}

/** Equips an account with every second factor. @returns how it then signs in by each way */
async function equip(lab: SignInLab): Promise<Readonly<Record<string, () => Promise<Browser>>>> {
  const authenticator = new SoftwareAuthenticator(publicUrl)
  const browser = await lab.withPassword(email)
  const password = (): Promise<Browser> => lab.withPassword(email)
  const { secret, recoveryCodes } = await lab.enrol(browser)
  const { body } = await browser.send('POST', '/api/auth/passkeys/options')
  const attestation = authenticator.create(body)
  assert.equal((await browser.send('POST', '/api/auth/passkeys', { name: 'Laptop', attestation })).status, 201)
  const second = (given: () => object) => async (): Promise<Browser> => {
    const waiting = await password()
    const { status } = await waiting.send('POST', '/api/auth/login/second-factor', given())
    assert.equal(status, 200)
    return waiting
  }
  return {
    totp: second(() => ({ method: 'totp', code: lab.codeOf(secret) })),
    recovery: second(() => ({ method: 'recovery', code: recoveryCodes[0] })),
    async passkey() {
      const fresh = lab.browser()
      const { body: asked } = await fresh.send('POST', '/api/auth/login/passkey/options')
      const { status } = await fresh.send('POST', '/api/auth/login/passkey', { assertion: authenticator.get(asked) })
      assert.equal(status, 200)
      return fresh
    },
  }
}

for (const product of testDatabases) {
  test(`§I90 on ${product.name}: every way to sign in lands in the workspace that was used last`, async () => {
    await using lab = await openSignInLab(product)
    const { here } = lab.host.workspaces
    const ownerId = lab.host.userIds.member
    const own = await lab.host.service(Workspaces).create({ name: 'Own', slug: 'own', ownerId })
    const first = await lab.withPassword(email)
    assert.equal(await workspaceOf(first), here)
    assert.equal((await first.send('POST', '/api/auth/switch', { workspaceId: own.id })).status, 200)
    assert.equal(await workspaceOf(await lab.withPassword(email)), own.id, 'password')
    for (const [way, signIn] of Object.entries(await equip(lab))) {
      assert.equal(await workspaceOf(await signIn()), own.id, way)
    }
  })
}
