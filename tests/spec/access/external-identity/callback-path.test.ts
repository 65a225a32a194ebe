import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, json } from '@host/plugin'
import { listProviders, readConnection } from '../../../../plugins/sso/shared.ts'
import { infoOf } from '../../lab/plugins.ts'
import { startProvider } from '../../lab/providers/start-provider.ts'
import { Browser, fromOwnPage, publicUrl } from './browser.ts'
import { addProvider, connect, openSsoBeside } from './open-sso.ts'

/** A plugin with sign-ins of its own, at the address that any plugin may have. */
const gate = definePlugin({
  name: 'gate',
  info: infoOf('Gate'),
  models: [],
  mount: (mux) => mux.handle('GET /auth/callback/{provider}', ({ params }) => json({ gate: params.provider })),
})

test('§4.48 a plugin may own GET /auth/callback/{provider}; sign-ins of the host then come back elsewhere', async () => {
  await using provider = await startProvider([`${publicUrl}/auth/callback/sso/corp`])
  await using host = await openSsoBeside([gate], [provider.address])
  await addProvider(host, provider)
  await connect(host, provider)
  const own = await host.fetch(new Request(`${publicUrl}/auth/callback/corp`))
  assert.deepEqual(await own.json(), { gate: 'corp' })
  const { items } = await host.as('instanceAdmin').call(listProviders)
  assert.deepEqual(
    items.map(({ callbackUrl }) => callbackUrl),
    [`${publicUrl}/auth/callback/sso/corp`],
  )
  const { callbackUrl } = await host.as('owner').call(readConnection)
  assert.equal(callbackUrl, `${publicUrl}/auth/callback/sso/${host.workspaces.here}`)
  provider.user = { sub: 'ada', email: 'ada@corp.test', email_verified: true, name: 'Ada' }
  const browser = await Browser.of(host, 'member@host.test')
  const page = '/admin/@here/settings/security'
  const link = `/auth/begin/corp?link=1&return=${encodeURIComponent(page)}`
  assert.equal(await browser.signIn(link, fromOwnPage), page)
  assert.equal(await new Browser(host).signIn('/auth/begin/corp'), '/admin')
})

test('§4.48 without such a plugin the addresses stay as providers know them', async () => {
  await using provider = await startProvider([`${publicUrl}/auth/callback/corp`])
  await using host = await openSsoBeside([], [provider.address])
  await addProvider(host, provider)
  const { items } = await host.as('instanceAdmin').call(listProviders)
  assert.deepEqual(
    items.map(({ callbackUrl }) => callbackUrl),
    [`${publicUrl}/auth/callback/corp`],
  )
})
