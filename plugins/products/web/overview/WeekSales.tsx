import { ButtonLink, Link, Panel, StatCard, useQuery, useTranslation } from '@host/plugin-sdk'
import { listOrders } from '../../shared.ts'
import { OrderState } from '../orders/OrderState.tsx'
import { useMoney } from '../useMoney.ts'
import { useWeekRevenue } from './week-revenue.ts'

/** Currencies that are shown; the report has all of them. */
const mostCurrencies = 2

/** The revenue of the last 7 days, and the newest orders. */
export default function WeekSales() {
  const { t } = useTranslation()
  const money = useMoney()
  const revenue = useWeekRevenue()
  const orders = useQuery(listOrders, { limit: 5 }, { errors: 'page' }).data?.items ?? []
  const all = (
    <ButtonLink to="/products/orders" size="compact" variant="ghost">
      {t('products.overview.all')}
    </ButtonLink>
  )
  return (
    <div className="flex flex-col gap-6">
      {revenue?.slice(0, mostCurrencies).map((total) => (
        <StatCard
          key={total.currency}
          icon="receipt"
          label={t('products.reports.revenueIn', { currency: total.currency })}
          value={money(total.revenue, total.currency)}
          hint={t('products.overview.week')}
        />
      ))}
      <Panel flush title={t('products.overview.newest')} actions={all}>
        <ol className="divide-y divide-line border-t border-line">
          {orders.map(({ id, email, total, currency, state }) => (
            <li key={id} className="flex h-10 items-center gap-3 px-4 text-sm">
              <Link to={`/products/orders/${id}`} className="min-w-0 flex-1 truncate font-medium hover:underline">
                {email}
              </Link>
              <OrderState state={state} />
              <span className="tabular-nums">{money(total, currency)}</span>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}
