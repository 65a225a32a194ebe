import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Browser, fromOwnPage, publicUrl } from './testing/browser.ts'
import { addProvider, openSso } from './testing/open-sso.ts'
import { startProvider, type TestProvider } from './testing/start-provider.ts'

const callback = `${publicUrl}/auth/callback/corp`
const ada = { sub: 'ada', email: 'ada@corp.test', email_verified: true, name: 'Ada' }
const start = (): Promise<TestProvider> => startProvider([callback])

test('§ accounts a person who linked an account elsewhere signs in with it', async () => {
  await using provider = await start()
  await using host = await openSso(provider.address)
  await addProvider(host, provider)
  provider.user = ada
  const browser = await Browser.of(host, 'member@host.test')
  assert.equal(await browser.signIn('/auth/begin/corp?link=1', fromOwnPage), '/admin/settings/security')
  const other = new Browser(host)
  assert.equal(await other.signIn('/auth/begin/corp?return=%2Fadmin%2Fmembers'), '/admin/members')
  assert.equal((await other.me())?.user.id, host.userIds.member)
})
