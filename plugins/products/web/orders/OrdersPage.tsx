import {
  Button,
  EmptyState,
  HelpLink,
  Link,
  ListView,
  PageHeader,
  RelativeTime,
  tableInput,
  useAddressDialog,
  useListQuery,
  usePermission,
  useTable,
  useTranslation,
  type AskAhead,
  type DataColumn,
} from '@host/plugin-sdk'
import { createOrder, listOrders, orderStates, type Order } from '../../shared.ts'
import { useMoney } from '../useMoney.ts'
import { CreateOrder } from './CreateOrder.tsx'
import { OrderState } from './OrderState.tsx'
import { useSourceText } from './useSourceText.ts'

/** The orders of the workspace, the newest first. */
export default function OrdersPage() {
  const { t } = useTranslation()
  const columns = useOrderColumns()
  const options = orderStates.map((value) => ({ value, label: t(`products.orders.state.${value}`) }))
  const table = useTable({
    columns,
    filters: { state: { kind: 'choice', label: t('products.orders.state.title'), options } },
  })
  const input = tableInput(listOrders, table)
  const orders = useListQuery(listOrders, input, { errors: 'list' })
  const canCreate = usePermission(createOrder)
  const creating = useAddressDialog('create', {
    id: 'products.recordOrder',
    label: t('products.orders.create'),
    icon: 'plus',
    keys: 'c',
    enabled: canCreate,
  })
  return (
    <>
      <PageHeader
        title={t('products.orders.title')}
        description={t('products.orders.description')}
        actions={
          <>
            <HelpLink slug="orders" />
            {canCreate && (
              <Button variant="primary" icon="plus" onClick={creating.open}>
                {t('products.orders.create')}
              </Button>
            )}
          </>
        }
      />
      <ListView
        endpoint={listOrders}
        input={input}
        search={t('products.orders.search')}
        label={t('products.orders.title')}
        columns={columns}
        table={table}
        list={orders}
        rowKey={({ id }) => id}
        rowLabel={({ email }) => email}
        empty={<EmptyState title={t('products.orders.none')}>{t('products.orders.noneHelp')}</EmptyState>}
      />
      {creating.isOpen && <CreateOrder onClose={creating.close} />}
    </>
  )
}

OrdersPage.askAhead = ({ list }: AskAhead) => list(listOrders, {})

function useOrderColumns(): readonly DataColumn<Order>[] {
  const { t } = useTranslation()
  const money = useMoney()
  const sourceText = useSourceText()
  return [
    {
      key: 'email',
      header: t('products.orders.customer'),
      cell: ({ id, email, name, state }) => (
        <>
          <Link to={`/products/orders/${id}`} className="block max-w-44 py-1 hover:underline sm:max-w-80">
            <span className="block truncate font-medium">{email}</span>
            {name !== '' && <span className="block truncate text-xs text-subtle">{name}</span>}
          </Link>
          <span className="sm:hidden">
            <OrderState state={state} />
          </span>
        </>
      ),
      skeleton: 'w-48',
    },
    {
      key: 'total',
      header: t('products.orders.total'),
      align: 'end',
      cell: ({ total, currency }) => <span className="tabular-nums">{money(total, currency)}</span>,
    },
    {
      key: 'source',
      header: t('products.orders.source'),
      from: 'lg',
      cell: ({ source }) => <span className="text-muted">{sourceText(source)}</span>,
    },
    {
      key: 'createdAt',
      header: t('products.created'),
      align: 'end',
      from: 'md',
      isSortable: true,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} skipFocus />,
    },
    {
      key: 'state',
      header: t('products.orders.state.title'),
      align: 'end',
      from: 'sm',
      cell: ({ state }) => <OrderState state={state} />,
      skeleton: 'w-16',
    },
  ]
}
