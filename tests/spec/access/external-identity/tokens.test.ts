import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createToken } from '../../../../plugins/api-tokens/shared.ts'
import { changeConnection } from '../../../../plugins/sso/shared.ts'
import { changeWorkspace } from '../../../../plugins/workspaces/shared.ts'
import { startScriptedProvider } from '../../lab/providers/scripted-provider.ts'
import { Browser, fromOwnPage } from './browser.ts'
import { connect, openSso } from './open-sso.ts'

test('§I72 API tokens of members who are not linked are refused at once where the workspace says so', async () => {
  await using provider = await startScriptedProvider()
  await using host = await openSso(provider.address)
  const { here: id } = host.workspaces
  await connect(host, provider)
  const tokens = await Promise.all(
    (['owner', 'admin', 'member'] as const).map(async (person) =>
      host.as(person).call(createToken, { name: 'Script', expiresInDays: 30 }),
    ),
  )
  const answers = async () => {
    const all = tokens.map(async ({ token }) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await host.fetch(new Request('http://host.test/api/members', { headers }))).status
    })
    return await Promise.all(all)
  }
  const email = 'member@host.test'
  provider.claims = { sub: 'mia', email, email_verified: true }
  const own = await Browser.of(host, email)
  assert.equal(await own.signIn(`/auth/begin/${id}?link=1`, fromOwnPage), '/admin/settings/security')
  await host.as('owner').call(changeWorkspace, { id, requireSsoForTokens: true })
  assert.deepEqual(await answers(), [200, 200, 200], 'without effect while single sign-on is not required')
  await host.as('owner').call(changeConnection, { isRequired: true })
  assert.deepEqual(await answers(), [200, 403, 200])
  await host.as('owner').call(changeWorkspace, { id, requireSsoForTokens: false })
  assert.deepEqual(await answers(), [200, 200, 200])
  await assert.rejects(host.as('admin').call(changeWorkspace, { id, requireSsoForTokens: true }), {
    code: 'sso_required',
  })
})
