import {
  CopyAsCurl,
  DataTable,
  EmptyState,
  FilterBar,
  SidePanel,
  tableInput,
  useListQuery,
  useTranslation,
  ViewOptions,
} from '@host/plugin-sdk'
import { listDeliveries, type WebhookEndpoint } from '../../shared.ts'
import { DeliveryPanel } from './DeliveryPanel.tsx'
import { useDeliveryTable } from './useDeliveryTable.tsx'

/** Deliveries of an endpoint, newest first. */
export function DeliveriesTable({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useTranslation()
  const { table, columns } = useDeliveryTable()
  const input = { id: endpoint.id, ...tableInput(listDeliveries, table) }
  const deliveries = useListQuery(listDeliveries, input, { errors: 'list' })
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries" className="mb-3 text-base font-semibold">
        {t('webhooks.deliveries')}
      </h2>
      <FilterBar
        table={table}
        tools={
          <>
            <CopyAsCurl endpoint={listDeliveries} input={input} />
            <ViewOptions table={table} columns={columns} />
          </>
        }
      />
      <DataTable
        label={t('webhooks.deliveries')}
        columns={columns}
        table={table}
        list={deliveries}
        rowKey={({ id }) => id}
        rowLabel={({ event: name }) => name}
        empty={
          <EmptyState icon="inbox" title={t('webhooks.noDeliveries')}>
            {t('webhooks.noDeliveriesHelp')}
          </EmptyState>
        }
        panel={({ id, ways }) => (
          <SidePanel label={t('webhooks.aDelivery')} {...ways}>
            <DeliveryPanel key={id} endpoint={endpoint} id={id} />
          </SidePanel>
        )}
      />
    </section>
  )
}
