import { Panel, useFormat, useTranslation } from '@host/plugin-sdk'
import type { OrderDetails } from '../../shared.ts'
import { useMoney } from '../useMoney.ts'

/** The refunds of an order, each on its own day. */
export function RefundsPanel({ order: { refunds, currency } }: { readonly order: OrderDetails }) {
  const { t } = useTranslation()
  const format = useFormat()
  const money = useMoney()
  return (
    <Panel title={t('products.orders.refunds')}>
      <ul className="divide-y divide-line">
        {refunds.map(({ id, amount, reason, createdAt }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2 text-sm">
            <span className="min-w-0">
              <span className="block text-muted">{format.dateTime(createdAt)}</span>
              {reason !== '' && <span className="block wrap-anywhere">{reason}</span>}
            </span>
            <span className="font-medium tabular-nums">{money(amount, currency)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
