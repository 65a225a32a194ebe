/** Notifications and audit entries that a plugin writes through its scope. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin } from '@host/plugin'
import { createTestHost, type Person, type TestHost } from '@host/testing'
import { plugin as audit } from '../../../plugins/audit/server/index.ts'
import { listEntries } from '../../../plugins/audit/shared.ts'
import { plugin as notifications } from '../../../plugins/notifications/server/index.ts'
import { listNotifications } from '../../../plugins/notifications/shared.ts'
import { infoOf } from '../lab/plugins.ts'

const crier = definePlugin({
  name: 'crier',
  info: infoOf('Crier'),
  models: [],
  notifications: [{ id: 'news', title: 'News' }],
  i18n: { en: {}, zh: { 'notification.news': '新闻' } },
  mount(mux, ctx) {
    mux.handle(
      'POST /api/x/crier/cries',
      ctx.guard(async ({ orgId, userId }) => {
        await ctx.notify({ to: { orgId, userId }, title: 'To you' })
        await ctx.notify({ to: { orgId, role: 'admin' }, title: 'To admins' })
        await ctx.notify({ to: { instanceAdmins: true }, title: 'To the instance' })
        await ctx.audit.record({ orgId, actor: { kind: 'host' }, action: 'news.cried' })
        return new Response(null, { status: 204 })
      }),
    )
  },
})

test('§2.22 §6.2 notify reaches users of the workspace and instance admins only, and audit the audit log', async () => {
  await using host = await createTestHost({ plugins: [notifications, audit, crier] })
  assert.equal((await host.as('member').post('/api/x/crier/cries')).status, 204)
  await host.settleJobs()
  assert.deepEqual(await told(host, 'member'), ['To you'])
  assert.deepEqual(await told(host, 'admin'), ['To admins'])
  assert.deepEqual(await told(host, 'owner'), ['To admins'])
  assert.deepEqual(await told(host, 'instanceAdmin'), ['To the instance'])
  assert.deepEqual(await told(host, 'otherOwner'), [])
  const { items } = await host.as('owner').call(listEntries, {})
  assert.ok(items.some(({ action }) => action === 'news.cried'))
})

async function told(host: TestHost, person: Person): Promise<readonly string[]> {
  return (await host.as(person).call(listNotifications, {})).items.map(({ title }) => title)
}
