import { ErrorNote, KeyValue, useTranslation, type ClientError } from '@host/plugin-sdk'
import type { Quote } from '../../shared.ts'
import { useMoney } from '../useMoney.ts'

export interface QuotedAmountsProps {
  /** Undefined until a price is chosen, and while the server refuses the order. */
  readonly quote: Quote | undefined
  readonly currency: string
  readonly taxIncluded: boolean
  readonly error: ClientError | null
}

/** The amounts of an order before it is recorded. */
export function QuotedAmounts({ quote, currency, taxIncluded, error }: QuotedAmountsProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const shown = (name: 'subtotal' | 'discount' | 'tax' | 'total') => (
    <span className="tabular-nums">{quote === undefined ? '–' : money(quote[name], currency)}</span>
  )
  return (
    <div role="status" className="flex flex-col gap-3 rounded-card border border-line bg-sunken p-3">
      <KeyValue
        items={[
          { label: t('products.orders.subtotal'), value: shown('subtotal') },
          { label: t('products.orders.discounted'), value: shown('discount') },
          { label: t('products.orders.tax'), value: shown('tax') },
          {
            label: t(taxIncluded ? 'products.orders.totalWithTax' : 'products.orders.total'),
            value: <strong className="font-semibold">{shown('total')}</strong>,
          },
        ]}
      />
      <ErrorNote error={error} />
    </div>
  )
}
