import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuditLog, Workspaces } from '@host/plugin/platform'
import type { TestHost } from '@host/testing'
import { changeConnection, createConnection, readConnection, removeConnection } from '../../../../plugins/sso/shared.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../lab/providers/scripted-provider.ts'
import { Browser, fromOwnPage, publicUrl } from './browser.ts'
import { connect, openSso } from './open-sso.ts'

const begin = '/auth/begin/sso?workspace=here'
const ada = { sub: 'ada', email: 'ada@corp.test', name: 'Ada' }

interface Lab extends AsyncDisposable {
  readonly host: TestHost
  readonly provider: ScriptedProvider
}

/** A host whose workspace `here` is connected to a provider that authenticates `ada`. */
async function openLab(rest: Parameters<typeof connect>[2] = {}): Promise<Lab> {
  const provider = await startScriptedProvider()
  const host = await openSso(provider.address)
  await connect(host, provider, rest)
  provider.claims = ada
  return {
    host,
    provider,
    async [Symbol.asyncDispose]() {
      await host.close()
      await provider[Symbol.asyncDispose]()
    },
  }
}

/** Links an external identity to an account. */
async function link({ host, provider }: Lab, person: string, sub: string): Promise<Browser> {
  provider.claims = { ...ada, sub }
  const browser = await Browser.of(host, `${person}@host.test`)
  const end = await browser.signIn(`/auth/begin/${host.workspaces.here}?link=1`, fromOwnPage)
  assert.equal(end, '/admin/settings/security')
  return browser
}

async function errorOf(response: Response): Promise<string> {
  return `${response.status} ${((await response.json()) as { readonly code?: string }).code}`
}

test('§I23 an anonymous client joins this one workspace, as an admin at most', async () => {
  for (const defaultRole of ['member', 'admin'] as const) {
    await using lab = await openLab({ defaultRole })
    const browser = new Browser(lab.host)
    assert.equal(await browser.signIn(begin), '/admin')
    const me = await browser.me()
    assert.deepEqual([me?.user.email, me?.workspace?.id, me?.role], [ada.email, lab.host.workspaces.here, defaultRole])
    const own = await lab.host.service(Workspaces).list(me?.user.id ?? '')
    assert.deepEqual(
      own.map(({ id }) => id),
      [lab.host.workspaces.here],
    )
    const { items } = await lab.host.service(AuditLog).list(lab.host.workspaces.here, { action: 'member.joined' })
    assert.equal(items.length, 1)
  }
  await using lab = await openLab()
  await assert.rejects(lab.host.as('owner').call(changeConnection, { defaultRole: 'owner' as 'admin' }), {
    code: 'invalid_input',
  })
})

test('§I23 the provider of a workspace signs in no account by an email address', async () => {
  await using lab = await openLab()
  for (const person of ['owner', 'member', 'other-owner', 'instance-admin']) {
    lab.provider.claims = { sub: person, email: `${person}@host.test`, email_verified: true }
    const browser = new Browser(lab.host)
    assert.equal(await browser.signIn(begin), '/login?error=sso_not_linked')
    assert.equal(await browser.me(), undefined)
  }
  lab.provider.claims = { sub: 'nobody' }
  assert.equal(await new Browser(lab.host).signIn(begin), '/login?error=sso_no_email')
})

test('§I23 a session of a workspace’s provider works in that workspace and nowhere else', async () => {
  await using lab = await openLab()
  const { host } = lab
  const { here, there } = host.workspaces
  await host.service(Workspaces).create({ name: 'Own', slug: 'own', ownerId: host.userIds.member })
  await link(lab, 'member', 'mia')
  const own = (await host.service(Workspaces).list(host.userIds.member)).find(({ slug }) => slug === 'own')
  const browser = new Browser(host)
  assert.equal(await browser.signIn(begin), '/admin')
  assert.equal((await browser.me())?.workspace?.id, here)
  assert.equal(await errorOf(await browser.send('POST', '/api/auth/switch', { workspaceId: own?.id })), '403 forbidden')
  for (const id of [own?.id, there]) {
    assert.equal(await errorOf(await browser.get(`/api/workspaces/${id}`)), '404 not_found')
    assert.equal(await errorOf(await browser.send('PATCH', `/api/workspaces/${id}`, { name: 'Mine' })), '404 not_found')
  }
  assert.equal((await browser.get(`/api/workspaces/${here}`)).status, 200)
  assert.equal(await errorOf(await browser.send('POST', '/api/auth/totp')), '403 reauthentication_required')
  const linking = await browser.follow(`/auth/begin/${here}?link=1`, fromOwnPage)
  assert.equal(linking, '/admin/settings/security?error=sso_link_refused')
})

test('§I23 a session of a workspace’s provider never enters the console', async () => {
  await using lab = await openLab()
  const { host } = lab
  const { here } = host.workspaces
  const email = 'instance-admin@host.test'
  await addMember(host, email)
  const admin = await Browser.of(host, email)
  await admin.send('POST', '/api/auth/switch', { workspaceId: here })
  lab.provider.claims = { ...ada, sub: 'iris' }
  assert.equal(await admin.signIn(`/auth/begin/${here}?link=1`, fromOwnPage), '/admin/settings/security')
  assert.equal((await admin.get('/api/instance/users')).status, 200)
  const browser = new Browser(host)
  assert.equal(await browser.signIn(begin), '/admin')
  assert.equal((await browser.me())?.user.isInstanceAdmin, false)
  assert.equal(await errorOf(await browser.get('/api/instance/users')), '403 forbidden')
})

test('§I23 a removed member stays removed, whatever the provider says', async () => {
  await using lab = await openLab()
  const { host } = lab
  const browser = new Browser(host)
  await browser.signIn(begin)
  const userId = (await browser.me())?.user.id ?? ''
  await host.service(Workspaces).removeMember({ orgId: host.workspaces.here, actorId: host.userIds.owner, userId })
  assert.equal((await browser.me())?.workspace ?? null, null)
  assert.equal(await new Browser(host).signIn(begin), '/login?error=sso_not_member')
})

test('§I23 linking takes a member of the workspace', async () => {
  await using lab = await openLab()
  const anonymous = await Browser.of(lab.host, 'other-owner@host.test')
  const end = await anonymous.signIn(`/auth/begin/${lab.host.workspaces.here}?link=1`, fromOwnPage)
  assert.equal(end, '/admin/settings/security?error=sso_not_member')
})

test('§I25 where single sign-on is required, others are let in nowhere, from the next call on; owners are', async () => {
  await using lab = await openLab()
  const { host } = lab
  const { here } = host.workspaces
  await link(lab, 'member', 'mia')
  const member = await Browser.of(host, 'member@host.test')
  assert.equal((await member.get('/api/members')).status, 200)
  await host.as('owner').call(changeConnection, { isRequired: true })
  assert.equal(await errorOf(await member.get('/api/members')), '403 sso_required')
  assert.equal(await errorOf(await member.get(`/api/workspaces/${here}`)), '403 sso_required')
  assert.equal(await errorOf(await member.send('POST', '/api/auth/switch', { workspaceId: here })), '403 sso_required')
  assert.equal((await (await Browser.of(host, 'owner@host.test')).get('/api/members')).status, 200)
  const through = new Browser(host)
  assert.equal(await through.signIn(begin), '/admin')
  assert.equal((await through.get('/api/members')).status, 200)
  await host.as('owner').call(changeConnection, { isRequired: false })
  assert.equal((await member.get('/api/members')).status, 200)
})

test('§I25 a sign-on that is off can not be required, and one that is removed is required no more', async () => {
  await using lab = await openLab()
  const owner = lab.host.as('owner')
  await assert.rejects(owner.call(changeConnection, { isRequired: true, isEnabled: false }), { code: 'invalid_input' })
  await owner.call(changeConnection, { isRequired: true })
  await assert.rejects(owner.call(changeConnection, { isEnabled: false }), { code: 'invalid_input' })
  const member = await Browser.of(lab.host, 'member@host.test')
  assert.equal(await errorOf(await member.get('/api/members')), '403 sso_required')
  await owner.call(removeConnection)
  assert.equal((await member.get('/api/members')).status, 200)
})

test('§I21 a disabled or removed connection ends its sessions, and locks no user out', async () => {
  await using lab = await openLab()
  const owner = lab.host.as('owner')
  const browser = new Browser(lab.host)
  await browser.signIn(begin)
  await owner.call(changeConnection, { isEnabled: false })
  assert.equal(await browser.me(), undefined)
  assert.equal(await browser.signIn(begin), '/login?error=sso_failed')
  await owner.call(changeConnection, { isEnabled: true })
  assert.equal(await browser.signIn(begin), '/admin')
  await assert.rejects(owner.call(removeConnection), { code: 'last_method' })
  assert.equal((await browser.get('/api/members')).status, 200)
})

test('§I21 owners decide, admins read, and the secret stays', async () => {
  await using lab = await openLab()
  const { host, provider } = lab
  const { connection, callbackUrl, loginUrl } = await host.as('admin').call(readConnection)
  assert.equal(connection?.clientSecret, '••••••••')
  assert.equal(callbackUrl, `${publicUrl}/auth/callback/${host.workspaces.here}`)
  assert.equal(loginUrl, `${publicUrl}${begin}`)
  await assert.rejects(host.as('admin').call(changeConnection, { isEnabled: false }), { code: 'forbidden' })
  await assert.rejects(host.as('admin').call(removeConnection), { code: 'forbidden' })
  await assert.rejects(host.as('member').call(readConnection), { code: 'forbidden' })
  const { issuer, clientId, clientSecret } = provider
  await assert.rejects(host.as('owner').call(createConnection, { issuer, clientId, clientSecret }), {
    code: 'conflict',
  })
  assert.equal((await host.as('otherOwner').call(readConnection)).connection, null)
  await assert.rejects(host.as('otherOwner').call(removeConnection), { code: 'not_found' })
  const said = JSON.stringify([(await host.service(AuditLog).list(host.workspaces.here, {})).items, host.logs])
  assert.ok(!said.includes(clientSecret))
  host.clock.advance({ minutes: 16 })
  await assert.rejects(host.as('owner').call(changeConnection, { isEnabled: false }), {
    code: 'reauthentication_required',
  })
})

/** Adds a member to `here`. */
async function addMember(host: TestHost, email: string): Promise<void> {
  const actor = { orgId: host.workspaces.here, actorId: host.userIds.owner }
  await host.service(Workspaces).addMember(actor, { email, role: 'member' })
}
