import { definePlugin, everyBucket, requireService, serviceToken } from '@host/plugin'
import { readWonDeals } from './shared.ts'
import { i18n } from './texts.ts'

type WonDeals = { readonly month: string; readonly currency: string; readonly amount: number }

/** The service of `crm`, as far as it is used here. */
const Deals = serviceToken<{ wonByMonth(orgId: string, since: Date): Promise<readonly WonDeals[]> }>('crm.deals.v1')

export const plugin = definePlugin({
  name: 'crm-report',
  info: { title: 'Report', description: 'Won deals', icon: 'trophy', category: 'Sales', api: '^1', requires: ['crm'] },
  models: [],
  menus: [{ id: 'won-deals', label: 'Won deals', path: '/won-deals', icon: 'trophy' }],
  i18n,
  helpDocsFS: './docs',
  mount(mux, ctx) {
    mux.endpoint(readWonDeals, async ({ orgId, now }) => {
      const won = await requireService(ctx, Deals).wonByMonth(orgId, new Date(now().getTime() - 365 * 86_400_000))
      const days = won.map(({ month }) => month)
      const months = everyBucket('month', days)
      const byCurrency = Map.groupBy(won, ({ currency }) => currency)
      const sums = Array.from(byCurrency, ([currency, rows]) => {
        const amounts = new Map(rows.map(({ month, amount }) => [month, amount]))
        return { currency, amounts: months.map((month) => amounts.get(month) ?? 0) }
      })
      return { months, sums }
    })
  },
})
