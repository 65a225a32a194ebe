import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuditLog } from '@host/plugin/platform'
import { changeProvider, createProvider, listProviders, removeProvider } from '../../../../plugins/sso/shared.ts'
import { startProvider, type TestProvider } from '../../lab/providers/start-provider.ts'
import { openRegistration, switchOnTotp } from './accounts.ts'
import { Browser, fromOwnPage, publicUrl } from './browser.ts'
import { addProvider, openSso } from './open-sso.ts'

const callback = `${publicUrl}/auth/callback/corp`
const ada = { sub: 'ada', email: 'ada@corp.test', email_verified: true, name: 'Ada' }
const begin = '/auth/begin/corp'
const link = '/auth/begin/corp?link=1'
const linked = '/admin/settings/security'
const start = (): Promise<TestProvider> => startProvider([callback])

test('§I21 §I23 a person who linked an account elsewhere signs in with it', async () => {
  await using provider = await start()
  await using host = await openSso(provider.address)
  await addProvider(host, provider)
  provider.user = ada
  const browser = await Browser.of(host, 'member@host.test')
  assert.equal(await browser.signIn(link, fromOwnPage), linked)
  const other = new Browser(host)
  assert.equal(await other.signIn(`${begin}?return=%2Fadmin%2Fmembers`), '/admin/members')
  assert.equal((await other.me())?.user.id, host.userIds.member)
})

test('§I23 an email address never signs in to the account that has it', async () => {
  await using provider = await start()
  await using host = await openSso(provider.address)
  await addProvider(host, provider)
  await openRegistration(host)
  for (const email of ['member@host.test', 'Member@HOST.test']) {
    provider.user = { sub: `somebody with ${email}`, email, email_verified: true }
    const browser = new Browser(host)
    assert.equal(await browser.signIn(begin), '/login?error=sso_not_linked')
    assert.equal(await browser.me(), undefined)
  }
})

test('§I23 an anonymous client gets an account only where anonymous clients may register and the address is verified', async () => {
  await using provider = await start()
  await using host = await openSso(provider.address)
  await addProvider(host, provider)
  provider.user = ada
  assert.equal(await new Browser(host).signIn(begin), '/login?error=sso_no_account')
  await openRegistration(host)
  for (const user of [{ ...ada, email_verified: false }, { sub: 'ada', email: ada.email }, { sub: 'ada' }]) {
    provider.user = user
    assert.equal(await new Browser(host).signIn(begin), '/login?error=sso_no_email', JSON.stringify(user))
  }
  provider.user = ada
  const browser = new Browser(host)
  assert.equal(await browser.signIn(begin), '/admin')
  const me = await browser.me()
  assert.deepEqual([me?.user.email, me?.workspace, me?.user.isInstanceAdmin], ['ada@corp.test', null, false])
  provider.user = { ...ada, email: 'another@corp.test' }
  const again = new Browser(host)
  assert.equal(await again.signIn(begin), '/admin')
  assert.equal((await again.me())?.user.id, me?.user.id, 'issuer and subject are who it is, whatever the address')
})

test('§I23 one account elsewhere belongs to one account here', async () => {
  await using provider = await start()
  await using host = await openSso(provider.address)
  await addProvider(host, provider)
  provider.user = ada
  assert.equal(await (await Browser.of(host, 'member@host.test')).signIn(link, fromOwnPage), linked)
  const other = await Browser.of(host, 'admin@host.test')
  assert.equal(await other.signIn(link, fromOwnPage), `${linked}?error=sso_taken`)
  assert.equal(
    await (await Browser.of(host, 'member@host.test')).signIn(link, fromOwnPage),
    linked,
    'once more is fine',
  )
})

test('§I22 a user with a second factor proves it too, unless the provider is trusted with it, which is audited', async () => {
  await using provider = await start()
  await using host = await openSso(provider.address)
  const { id } = await addProvider(host, provider)
  provider.user = ada
  const browser = await Browser.of(host, 'member@host.test')
  await browser.signIn(link, fromOwnPage)
  await switchOnTotp(browser, host)
  const asked = new Browser(host)
  assert.match(
    await asked.signIn(`${begin}?return=%2Fadmin%2Fmembers`),
    /^\/login\?second_factor=totp.*return=%2Fadmin%2Fmembers$/,
  )
  assert.equal(await asked.me(), undefined)
  await host.as('instanceAdmin').call(changeProvider, { id, trustsSecondFactor: true })
  const trusted = new Browser(host)
  assert.equal(await trusted.signIn(begin), '/admin')
  const { items } = await host.service(AuditLog).list(undefined, { action: 'second_factor.vouched' })
  assert.equal(items.length, 1)
})

test('§I3 a disabled account is refused as anything else that goes wrong', async () => {
  await using provider = await start()
  await using host = await openSso(provider.address)
  await addProvider(host, provider)
  provider.user = ada
  await (await Browser.of(host, 'member@host.test')).signIn(link, fromOwnPage)
  const admin = await Browser.of(host, 'instance-admin@host.test')
  const path = `/api/instance/users/${host.userIds.member}`
  assert.equal((await admin.send('PATCH', path, { isDisabled: true })).status, 200)
  assert.equal(await new Browser(host).signIn(begin), '/login?error=sso_failed')
})

test('a secret is stored sealed, shown as a mask, and kept when the mask comes back', async () => {
  await using provider = await start()
  await using host = await openSso(provider.address)
  const made = await addProvider(host, provider)
  const admin = host.as('instanceAdmin')
  assert.equal(made.clientSecret, '••••••••')
  assert.equal(made.callbackUrl, callback)
  await admin.call(changeProvider, { id: made.id, label: 'Corporation', clientSecret: made.clientSecret })
  provider.user = ada
  assert.equal(await (await Browser.of(host, 'member@host.test')).signIn(link, fromOwnPage), linked)
  await admin.call(changeProvider, { id: made.id, clientSecret: 'another' })
  assert.equal(await new Browser(host).signIn(begin), '/login?error=sso_failed', 'it was changed')
  await assert.rejects(
    admin.call(createProvider, { ...providerInput(provider), key: 'other', clientSecret: made.clientSecret }),
    { code: 'invalid_input' },
  )
  const said = JSON.stringify([
    await (await admin.get('/api/instance/providers')).json(),
    (await host.service(AuditLog).list(undefined, {})).items,
    host.logs,
  ])
  assert.ok(!said.includes(provider.clientSecret.slice(0, 20)))
})

test('a provider that is switched off or removed takes its sessions along, at once', async () => {
  await using provider = await start()
  await using host = await openSso(provider.address)
  const { id } = await addProvider(host, provider)
  provider.user = ada
  const owned = await Browser.of(host, 'member@host.test')
  await owned.signIn(link, fromOwnPage)
  const admin = host.as('instanceAdmin')
  const browser = new Browser(host)
  await browser.signIn(begin)
  await admin.call(changeProvider, { id, isEnabled: false })
  assert.equal(await browser.me(), undefined)
  assert.equal(await browser.signIn(begin), '/login?error=sso_failed')
  assert.equal((await owned.me())?.user.id, host.userIds.member, 'the session of the password stays')
  await admin.call(changeProvider, { id, isEnabled: true })
  assert.equal(await browser.signIn(begin), '/admin')
  await admin.call(removeProvider, { id })
  assert.equal(await browser.me(), undefined)
  assert.deepEqual((await admin.call(listProviders)).items, [])
  const security = (await (await owned.get('/api/auth/security')).json()) as { readonly identities: unknown[] }
  assert.deepEqual(security.identities, [])
})

test('§I24 a provider that is the only way in for a user is not removed, nor unlinked', async () => {
  await using provider = await start()
  await using host = await openSso(provider.address)
  const { id } = await addProvider(host, provider)
  await openRegistration(host)
  provider.user = ada
  const browser = new Browser(host)
  await browser.signIn(begin)
  const security = (await (await browser.get('/api/auth/security')).json()) as {
    readonly identities: readonly { readonly id: string }[]
  }
  const [identity] = security.identities
  const refused = await browser.send('DELETE', `/api/auth/identities/${identity?.id}`)
  assert.deepEqual([refused.status, ((await refused.json()) as { code: string }).code], [409, 'last_method'])
  await assert.rejects(host.as('instanceAdmin').call(removeProvider, { id }), { code: 'last_method' })
  assert.equal((await browser.me())?.user.email, ada.email, 'and nothing of it was done')
  assert.equal(await new Browser(host).signIn(begin), '/admin')
})

test('§I23 the issuer of linked accounts stays; keys are checked, and taken once', async () => {
  await using provider = await start()
  await using other = await start()
  await using host = await openSso(provider.address, other.address)
  const { id } = await addProvider(host, provider)
  const admin = host.as('instanceAdmin')
  for (const key of ['sso', 'a', 'A', 'org_1', 'a--b', '-a', 'a-', 'a/b', 'a'.repeat(32)]) {
    await assert.rejects(
      admin.call(createProvider, { ...providerInput(provider), key }),
      { code: 'invalid_input' },
      key,
    )
  }
  await assert.rejects(admin.call(createProvider, providerInput(provider)), { code: 'conflict' })
  provider.user = ada
  await (await Browser.of(host, 'member@host.test')).signIn(link, fromOwnPage)
  await assert.rejects(admin.call(changeProvider, { id, issuer: other.issuer }), { code: 'conflict' })
})

test('providers are the business of instance admins, and need a recent proof', async () => {
  await using provider = await start()
  await using host = await openSso(provider.address)
  for (const person of ['owner', 'admin', 'member'] as const) {
    await assert.rejects(host.as(person).call(listProviders), { code: 'forbidden' })
    await assert.rejects(host.as(person).call(createProvider, providerInput(provider)), { code: 'forbidden' })
  }
  host.clock.advance({ minutes: 16 })
  await assert.rejects(addProvider(host, provider), { code: 'reauthentication_required' })
})

function providerInput({ issuer, clientId, clientSecret }: TestProvider) {
  return { key: 'corp', kind: 'oidc' as const, label: 'Corp', issuer, clientId, clientSecret }
}
