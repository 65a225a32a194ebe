import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, serviceToken } from '@host/plugin'
import { createTestHost } from '@host/testing'
import { plugin } from './plugin.ts'
import { readWonDeals } from './shared.ts'

type WonDeals = { readonly month: string; readonly currency: string; readonly amount: number }
const Deals = serviceToken<{ wonByMonth(orgId: string, since: Date): Promise<readonly WonDeals[]> }>('crm.deals.v1')

/** Stands for the plugin `crm`: won deals by workspace. */
const crmWith = (won: (orgId: string, since: Date) => readonly WonDeals[]) =>
  definePlugin({
    name: 'crm',
    info: { title: 'CRM', description: 'Won deals', icon: 'handshake', category: 'Test', api: '^1' },
    models: [],
    mount: (_, ctx) => ctx.provide(Deals, { wonByMonth: async (orgId, since) => won(orgId, since) }),
  })

test('the sums of the workspace have every month between the first and the last', async () => {
  const asked: Date[] = []
  const rows = [
    { month: '2026-01-01', currency: 'EUR', amount: 100 },
    { month: '2026-01-01', currency: 'JPY', amount: 7 },
    { month: '2026-03-01', currency: 'EUR', amount: 300 },
  ]
  await using host = await createTestHost({
    plugins: [plugin, crmWith((orgId, since) => (asked.push(since), orgId === host.workspaces.here ? rows : []))],
  })
  assert.deepEqual(await host.as('member').call(readWonDeals), {
    months: ['2026-01-01', '2026-02-01', '2026-03-01'],
    sums: [
      { currency: 'EUR', amounts: [100, 0, 300] },
      { currency: 'JPY', amounts: [7, 0, 0] },
    ],
  })
  assert.equal(host.clock.now() - (asked[0]?.getTime() ?? 0), 365 * 86_400_000)
  assert.deepEqual(await host.as('otherOwner').call(readWonDeals), { months: [], sums: [] })
})

test('a build without deals is refused', async () => {
  await assert.rejects(() => createTestHost({ plugins: [plugin] }), /crm/)
})
