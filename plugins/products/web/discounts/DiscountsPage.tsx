import {
  Button,
  EmptyState,
  HelpLink,
  ListView,
  PageHeader,
  SidePanel,
  tableInput,
  useAddressDialog,
  useFormat,
  useListQuery,
  usePermission,
  useTable,
  useTranslation,
  type AskAhead,
  type DataColumn,
  type OpenedRow,
} from '@host/plugin-sdk'
import { createDiscount, listDiscounts, type Discount } from '../../shared.ts'
import { CreateDiscount } from './CreateDiscount.tsx'
import { DiscountPanel } from './DiscountPanel.tsx'
import { DiscountState } from './DiscountState.tsx'
import { useRuleText } from './useRuleText.ts'

/** The discount codes of the workspace, the newest first. */
export default function DiscountsPage() {
  const { t } = useTranslation()
  const columns = useDiscountColumns()
  const table = useTable({
    columns,
    filters: { isEnabled: { kind: 'boolean', label: t('products.discounts.enabled') } },
  })
  const input = tableInput(listDiscounts, table)
  const discounts = useListQuery(listDiscounts, input, { errors: 'list' })
  const canCreate = usePermission(createDiscount)
  const creating = useAddressDialog('create', {
    id: 'products.createDiscount',
    label: t('products.discounts.create'),
    icon: 'plus',
    keys: 'c',
    enabled: canCreate,
  })
  return (
    <>
      <PageHeader
        title={t('products.discounts.title')}
        description={t('products.discounts.description')}
        actions={
          <>
            <HelpLink slug="discounts" />
            {canCreate && (
              <Button variant="primary" icon="plus" onClick={creating.open}>
                {t('products.discounts.create')}
              </Button>
            )}
          </>
        }
      />
      <ListView
        endpoint={listDiscounts}
        input={input}
        search={t('products.discounts.search')}
        label={t('products.discounts.title')}
        columns={columns}
        table={table}
        list={discounts}
        rowKey={({ id }) => id}
        rowLabel={({ code }) => code}
        empty={<EmptyState title={t('products.discounts.none')}>{t('products.discounts.noneHelp')}</EmptyState>}
        panel={(opened) => <OpenedDiscount {...opened} />}
      />
      {creating.isOpen && <CreateDiscount onClose={creating.close} />}
    </>
  )
}

function OpenedDiscount({ row, ways }: OpenedRow<Discount>) {
  const { t } = useTranslation()
  return (
    <SidePanel label={t('products.discounts.discount')} {...ways}>
      {row === undefined ? (
        <EmptyState kind="noMatch" />
      ) : (
        <DiscountPanel key={row.id} discount={row} onDeleted={ways.onClose} />
      )}
    </SidePanel>
  )
}

DiscountsPage.askAhead = ({ list }: AskAhead) => list(listDiscounts, {})

function useDiscountColumns(): readonly DataColumn<Discount>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const ruleText = useRuleText()
  return [
    {
      key: 'code',
      header: t('products.discounts.code'),
      cell: (discount) => (
        <span className="block max-w-44 sm:max-w-80">
          <span className="block truncate font-mono font-medium">{discount.code}</span>
          <span className="block truncate text-xs text-subtle">
            {format.list(discount.rules.map((rule) => ruleText(rule, discount)))}
          </span>
        </span>
      ),
      skeleton: 'w-48',
    },
    {
      key: 'used',
      header: t('products.discounts.used'),
      align: 'end',
      from: 'md',
      cell: ({ used, useLimit }) =>
        useLimit === null ? format.number(used) : `${format.number(used)} / ${format.number(useLimit)}`,
    },
    {
      key: 'endsAt',
      header: t('products.discounts.ends'),
      align: 'end',
      from: 'lg',
      cell: ({ endsAt }) => (endsAt === null ? '–' : format.dateTime(endsAt)),
    },
    {
      key: 'state',
      header: t('products.orders.state.title'),
      align: 'end',
      cell: (discount) => <DiscountState discount={discount} />,
      skeleton: 'w-16',
    },
  ]
}
