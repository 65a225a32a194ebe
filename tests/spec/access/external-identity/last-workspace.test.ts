import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workspaces } from '@host/plugin/platform'
import { startScriptedProvider } from '../../lab/providers/scripted-provider.ts'
import { Browser, fromOwnPage } from './browser.ts'
import { addProvider, connect, openSso } from './open-sso.ts'

const email = 'member@host.test'
const linked = '/admin/settings/security'

test('§I90 an external account lands in the workspace used last; single sign-on in its own, and changes nothing', async () => {
  await using provider = await startScriptedProvider()
  await using host = await openSso(provider.address)
  const { here } = host.workspaces
  await addProvider(host, provider)
  await connect(host, provider)
  provider.claims = { sub: 'mia', email, email_verified: true }
  const own = await Browser.of(host, email)
  assert.equal(await own.signIn('/auth/begin/corp?link=1', fromOwnPage), linked)
  assert.equal(await own.signIn(`/auth/begin/${here}?link=1`, fromOwnPage), linked)
  const other = await host.service(Workspaces).create({ name: 'Own', slug: 'own', ownerId: host.userIds.member })
  assert.equal((await own.send('POST', '/api/auth/switch', { workspaceId: other.id })).status, 200)

  const landing = async (begin: string): Promise<string | undefined> => {
    const browser = new Browser(host)
    assert.equal(await browser.signIn(begin), '/admin')
    return (await browser.me())?.workspace?.id
  }
  assert.equal(await landing('/auth/begin/corp'), other.id)
  assert.equal(await landing('/auth/begin/sso?workspace=here'), here)
  assert.equal(await landing('/auth/begin/corp'), other.id)
})
