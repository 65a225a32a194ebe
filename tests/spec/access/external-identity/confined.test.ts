import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Notifications } from '@host/plugin'
import { Workspaces } from '@host/plugin/platform'
import { startScriptedProvider } from '../../lab/providers/scripted-provider.ts'
import { Browser, fromOwnPage } from './browser.ts'
import { connect, openSso } from './open-sso.ts'

interface Items {
  readonly items: readonly { readonly id: string }[]
}

const begin = '/auth/begin/sso?workspace=here'

async function answer(response: Response): Promise<string> {
  const text = await response.text()
  const { code = '' } = (text === '' ? {} : JSON.parse(text)) as { readonly code?: string }
  return `${response.status} ${code}`.trim()
}

test("§I23 the operator of a workspace's SSO sees, ends, creates and joins nothing beyond it in the name of others", async () => {
  await using provider = await startScriptedProvider()
  await using host = await openSso(provider.address)
  const { here } = host.workspaces
  const email = 'member@host.test'
  await connect(host, provider)
  provider.claims = { sub: 'mia', email, email_verified: true }
  const own = await Browser.of(host, email)
  assert.equal(await own.signIn(`/auth/begin/${here}?link=1`, fromOwnPage), '/admin/settings/security')
  await host.service(Workspaces).create({ name: 'Own', slug: 'own', ownerId: host.userIds.member })

  const confined = new Browser(host)
  assert.equal(await confined.signIn(begin), '/admin')
  const workspaces = (await (await confined.get('/api/workspaces')).json()) as Items
  assert.deepEqual(
    workspaces.items.map(({ id }) => id),
    [here],
  )
  assert.equal(await answer(await confined.send('POST', '/api/workspaces', { name: 'Mine' })), '403 forbidden')

  assert.equal(await answer(await confined.send('PATCH', '/api/auth/profile', { name: 'Renamed' })), '403 forbidden')
  const joining = await confined.send('POST', '/api/auth/accept-invitation', { token: 'a'.repeat(43) })
  assert.equal(await answer(joining), '403 forbidden')

  const seen = (await (await confined.get('/api/auth/sessions')).json()) as Items
  assert.equal(seen.items.length, 1)
  const all = (await (await own.get('/api/auth/sessions')).json()) as Items
  const other = all.items.find(({ id }) => id !== seen.items[0]?.id)
  assert.ok(other !== undefined && all.items.length > 1)
  assert.equal(await answer(await confined.send('DELETE', `/api/auth/sessions/${other.id}`)), '404 not_found')
  assert.equal(await answer(await confined.send('DELETE', '/api/auth/sessions')), '204')
  assert.ok((await own.me()) !== undefined)
  const second = new Browser(host)
  await second.signIn(begin)
  assert.equal(await answer(await confined.send('POST', '/api/auth/logout-all')), '204')
  assert.deepEqual([await confined.me(), await second.me()], [undefined, undefined])
  assert.ok((await own.me()) !== undefined)
})

test("§I23 §3.10 a session of one workspace's SSO sees its notifications only, and sets no channels for the others", async () => {
  await using provider = await startScriptedProvider()
  await using host = await openSso(provider.address)
  const { here } = host.workspaces
  const { member: userId } = host.userIds
  const email = 'member@host.test'
  await connect(host, provider)
  provider.claims = { sub: 'mia', email, email_verified: true }
  const own = await Browser.of(host, email)
  assert.equal(await own.signIn(`/auth/begin/${here}?link=1`, fromOwnPage), '/admin/settings/security')
  const elsewhere = await host.service(Workspaces).create({ name: 'Own', slug: 'own', ownerId: userId })
  for (const [orgId, title] of [
    [here, 'Of here'],
    [elsewhere.id, 'Of elsewhere'],
  ] as const) {
    await host.service(Notifications).notify('notifications', { to: { orgId, userId }, title })
  }
  await host.settleJobs()

  const confined = new Browser(host)
  await confined.signIn(begin)
  const titles = async (browser: Browser, path = '/api/notifications') =>
    ((await (await browser.get(path)).json()) as { items: readonly { title: string }[] }).items.map(
      ({ title }) => title,
    )
  assert.deepEqual(await titles(confined), ['Of here'])
  assert.deepEqual((await titles(own)).toSorted(), ['Of elsewhere', 'Of here'])
  assert.equal(await answer(await confined.send('POST', '/api/notifications/read', { all: true })), '200')
  assert.deepEqual(await titles(own, '/api/notifications?state=unread'), ['Of elsewhere'])
  for (const path of ['preferences', 'channels']) {
    assert.equal(await answer(await confined.get(`/api/notifications/${path}`)), '403 forbidden', path)
  }

  const archive = async (browser: Browser) =>
    answer(await browser.postKeyed('/api/notifications/archive', { all: true }, 'archive'))
  assert.equal(await archive(own), '200')
  assert.equal(await archive(confined), '422 unprocessable', 'a key of a session that is not confined')
  const slack = { kind: 'slack', name: 'Mine', fields: { url: 'https://example.com/' } }
  assert.equal(await answer(await confined.send('POST', '/api/notifications/channels', slack)), '403 forbidden')
})
