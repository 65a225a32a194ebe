import {
  Panel,
  StatCard,
  Table,
  useFormat,
  useTranslation,
  type EndpointOutput,
  type TableColumn,
} from '@host/plugin-sdk'
import type { readSubscriptions, Revenue } from '../../shared.ts'
import { useMoney } from '../useMoney.ts'

interface RevenueProps {
  readonly revenue: Revenue
}

/** The revenue in each currency. */
export function RevenueTotals({ revenue: { totals } }: RevenueProps) {
  const { t } = useTranslation()
  const money = useMoney()
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {totals.map(({ currency, revenue, sales, refunds }) => (
        <StatCard
          key={currency}
          label={t('products.reports.revenueIn', { currency })}
          value={money(revenue, currency)}
          hint={t('products.reports.parts', { sales: money(sales, currency), refunds: money(refunds, currency) })}
        />
      ))}
    </div>
  )
}

type ProductRow = Revenue['products'][number]

/** The revenue of each product, the most sold first. */
export function ProductRevenue({ revenue: { products } }: RevenueProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const columns: readonly TableColumn<ProductRow>[] = [
    {
      key: 'name',
      header: t('products.product'),
      cell: ({ name, productId }) => <span className="font-medium wrap-anywhere">{name || productId}</span>,
    },
    {
      key: 'sales',
      header: t('products.reports.sales'),
      align: 'end',
      from: 'sm',
      cell: ({ sales, currency }) => money(sales, currency),
    },
    {
      key: 'refunds',
      header: t('products.reports.refunds'),
      align: 'end',
      from: 'sm',
      cell: ({ refunds, currency }) => money(refunds, currency),
    },
    {
      key: 'revenue',
      header: t('products.reports.revenue'),
      align: 'end',
      cell: ({ revenue, currency }) => money(revenue, currency),
    },
  ]
  return (
    <Panel title={t('products.reports.byProduct')} flush>
      <Table
        label={t('products.reports.byProduct')}
        columns={columns}
        rows={products}
        rowKey={({ productId, currency }) => `${productId} ${currency}`}
      />
    </Panel>
  )
}

type Counts = EndpointOutput<typeof readSubscriptions>

/** Subscriptions that are active now, by product. */
export function Subscriptions({ counts: { active, products } }: { readonly counts: Counts }) {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: readonly TableColumn<Counts['products'][number]>[] = [
    {
      key: 'name',
      header: t('products.product'),
      cell: ({ name, productId }) => <span className="font-medium wrap-anywhere">{name || productId}</span>,
    },
    {
      key: 'active',
      header: t('products.reports.active'),
      align: 'end',
      cell: (row) => format.number(row.active),
    },
  ]
  return (
    <Panel
      title={t('products.reports.subscriptions')}
      description={t('products.reports.activeNow', { count: active })}
      flush={products.length > 0}
    >
      {products.length > 0 && (
        <Table
          label={t('products.reports.subscriptions')}
          columns={columns}
          rows={products}
          rowKey={({ productId }) => productId}
        />
      )}
    </Panel>
  )
}
