import {
  HelpLink,
  KeyValue,
  PageHeader,
  Panel,
  SkeletonRows,
  Table,
  useBreadcrumb,
  useFormat,
  useParams,
  useQuery,
  useTranslation,
  type TableColumn,
} from '@host/plugin-sdk'
import { readOrder, type OrderDetails, type OrderLine } from '../../shared.ts'
import { useMoney } from '../useMoney.ts'
import { OrderActs } from './OrderActs.tsx'
import { OrderState } from './OrderState.tsx'
import { RefundsPanel } from './RefundsPanel.tsx'
import { useSourceText } from './useSourceText.ts'

/** An order with its lines, amounts and refunds. */
export default function OrderPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { data } = useQuery(readOrder, { id })
  useBreadcrumb(data?.email)
  if (data === undefined) return <SkeletonRows />
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{data.email}</span>}
        description={data.name === '' ? undefined : data.name}
        actions={
          <>
            <OrderState state={data.state} />
            <HelpLink slug="orders" />
            <OrderActs order={data} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Panel title={t('products.orders.lines')} flush>
          <Lines order={data} />
        </Panel>
        <div className="grid gap-6 lg:grid-cols-2">
          <Amounts order={data} />
          <Facts order={data} />
        </div>
        {data.refunds.length > 0 && <RefundsPanel order={data} />}
      </div>
    </>
  )
}

function Lines({ order: { lines, currency } }: { readonly order: OrderDetails }) {
  const { t } = useTranslation()
  const format = useFormat()
  const money = useMoney()
  const columns: readonly TableColumn<OrderLine>[] = [
    {
      key: 'name',
      header: t('products.product'),
      cell: ({ name, revokedAt }) => (
        <>
          <span className="font-medium wrap-anywhere">{name}</span>
          {revokedAt !== null && (
            <span className="block text-xs text-subtle">
              {t('products.orders.revokedAt', { date: format.date(revokedAt) })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'quantity',
      header: <span className="whitespace-nowrap">{t('products.orders.quantity')}</span>,
      align: 'end',
      cell: ({ quantity }) => format.number(quantity),
    },
    {
      key: 'unitAmount',
      header: t('products.orders.unit'),
      align: 'end',
      from: 'sm',
      cell: ({ unitAmount }) => money(unitAmount, currency),
    },
    { key: 'total', header: t('products.orders.total'), align: 'end', cell: ({ total }) => money(total, currency) },
  ]
  return <Table label={t('products.orders.lines')} columns={columns} rows={lines} rowKey={({ id }) => id} />
}

function Amounts({ order }: { readonly order: OrderDetails }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { currency, subtotal, discount, discountCode, tax, taxes, taxIncluded, total, refunded } = order
  const shown = (amount: OrderDetails['total']) => <span className="tabular-nums">{money(amount, currency)}</span>
  return (
    <Panel title={t('products.orders.amounts')}>
      <KeyValue
        items={[
          { label: t('products.orders.subtotal'), value: shown(subtotal) },
          ...(discountCode === null
            ? []
            : [{ label: t('products.orders.discount', { code: discountCode }), value: shown(discount) }]),
          ...(taxes.length > 0
            ? taxes.map(({ name, amount }) => ({ label: name, value: shown(amount) }))
            : [{ label: t('products.orders.tax'), value: shown(tax) }]),
          { label: t(taxIncluded ? 'products.orders.totalWithTax' : 'products.orders.total'), value: shown(total) },
          ...(Number(refunded) > 0 ? [{ label: t('products.orders.refunded'), value: shown(refunded) }] : []),
        ]}
      />
    </Panel>
  )
}

function Facts({ order }: { readonly order: OrderDetails }) {
  const { t } = useTranslation()
  const format = useFormat()
  const sourceText = useSourceText()
  const { source, externalId, createdAt, paidAt, emailedAt, deliveryUntil, note } = order
  const moment = (at: string | null) => (at === null ? '–' : format.dateTime(at))
  return (
    <Panel title={t('products.orders.facts')}>
      <KeyValue
        items={[
          { label: t('products.orders.source'), value: sourceText(source) },
          ...(externalId === null
            ? []
            : [
                {
                  label: t('products.externalId'),
                  value: <code className="font-mono text-xs wrap-anywhere">{externalId}</code>,
                },
              ]),
          { label: t('products.created'), value: moment(createdAt) },
          { label: t('products.orders.paidAt'), value: moment(paidAt) },
          { label: t('products.orders.emailedAt'), value: moment(emailedAt) },
          { label: t('products.orders.deliveryUntil'), value: moment(deliveryUntil) },
          ...(note === '' ? [] : [{ label: t('products.orders.note'), value: note }]),
        ]}
      />
    </Panel>
  )
}
