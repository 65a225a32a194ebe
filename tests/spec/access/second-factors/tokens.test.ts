import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSync } from 'otplib'
import { definePlugin, json } from '@host/plugin'
import { People, Workspaces } from '@host/plugin/platform'
import { createTestHost, type TestHost } from '@host/testing'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { hostTables } from '@host/host/testing/database/host-tables'
import { plugin as account } from '../../../../plugins/account/server/index.ts'
import { beginTotp, confirmTotp, removeTotp } from '../../../../plugins/account/shared.ts'
import { plugin as tokens } from '../../../../plugins/api-tokens/server/index.ts'
import { createInstanceToken, createToken } from '../../../../plugins/api-tokens/shared.ts'
import { plugin as instance } from '../../../../plugins/instance/server/index.ts'
import { plugin as workspaces } from '../../../../plugins/workspaces/server/index.ts'
import { unhurried } from '../../lab/unhurried.ts'

const address = 'http://host.test'

/** A route for members, and one that takes anyone and says who it sees. */
const desk = definePlugin({
  name: 'desk',
  info: { title: 'Desk', description: 'D', icon: 'hand', category: 'Work', api: '^1' },
  models: [],
  mount(mux, ctx) {
    mux.handle(
      'GET /api/x/desk/who',
      ctx.guard(() => json({})),
    )
    mux.handle('/api/x/desk/open', ({ request }) => json({ userId: ctx.userId(request) }))
  },
})

async function call(host: TestHost, token: string, path: string) {
  const response = await host.fetch(
    new Request(new URL(path, address), { headers: { authorization: `Bearer ${token}` } }),
  )
  const { code, userId } = (await response.json()) as { readonly code?: string; readonly userId?: string }
  return { said: code ?? response.status, userId }
}

for (const product of testDatabases) {
  test(`§I25 §I37 on ${product.name}: a token follows its owner's requirements, for the very next request`, async () => {
    await using database = await product.create(hostTables)
    await using host = await createTestHost({
      plugins: [account, instance, workspaces, tokens, desk],
      environment: { ...unhurried, HOST_DATABASE_URL: database.url },
    })
    const { here } = host.workspaces
    const actor = { orgId: here, actorId: host.userIds.owner }
    const member = host.as('member')
    const { token } = await member.call(createToken, { name: 'Robot' })
    const console = await host.as('instanceAdmin').call(createInstanceToken, { name: 'Robot' })
    const seen = async () => [
      (await call(host, token, '/api/x/desk/who')).said,
      (await call(host, token, '/api/auth/me')).said,
      (await call(host, token, '/api/x/desk/open')).userId !== undefined,
      (await call(host, console.token, '/api/instance/users')).said,
    ]
    const open = [200, 200, true, 200]
    const refused = 'second_factor_required'
    assert.deepEqual(await seen(), open)

    await host.service(Workspaces).change(actor, { requireSecondFactor: true })
    assert.deepEqual(await seen(), [refused, refused, false, 200], 'the workspace asks')
    await host.service(Workspaces).change(actor, { requireSecondFactor: false })
    assert.deepEqual(await seen(), open)

    await host.service(People).changeSignIn(host.userIds.instanceAdmin, { requireSecondFactor: true })
    assert.deepEqual(await seen(), [refused, refused, false, refused], 'the instance asks')

    const { secret } = await member.call(beginTotp)
    const code = generateSync({ secret, epoch: Math.floor(host.clock.now() / 1000) })
    await member.call(confirmTotp, { code })
    assert.deepEqual(await seen(), [200, 200, true, refused], 'the member has one')
    await member.call(removeTotp)
    assert.deepEqual(await seen(), [refused, refused, false, refused], 'and has it no more')
  })
}
