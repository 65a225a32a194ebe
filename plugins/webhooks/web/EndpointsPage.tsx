import { useState } from 'react'
import {
  Button,
  ButtonLink,
  DataTable,
  EmptyState,
  HelpLink,
  PageHeader,
  useAddressDialog,
  useListQuery,
  useTable,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { createEndpoint, listEndpoints } from '../shared.ts'
import { EndpointDialog } from './form/EndpointDialog.tsx'
import { NewSecret } from './form/NewSecret.tsx'
import { useEndpointColumns } from './useEndpointColumns.tsx'

/** Webhooks of the workspace and their health. */
export default function EndpointsPage() {
  const { t } = useTranslation()
  const columns = useEndpointColumns()
  const table = useTable({ columns })
  const { items, error, refetch } = useListQuery(listEndpoints, {}, { errors: 'list' })
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string }>()
  const adding = useAddressDialog('add', { id: 'webhooks.add', label: t('webhooks.add'), icon: 'plus', keys: 'c' })
  const button = (
    <Button calls={createEndpoint} variant="primary" icon="plus" onClick={adding.open}>
      {t('webhooks.add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('webhooks.title')}
        description={t('webhooks.description')}
        actions={
          <>
            <ButtonLink to="/webhooks/events" icon="list">
              {t('webhooks.events.title')}
            </ButtonLink>
            {items !== undefined && items.length > 0 && button}
            <HelpLink slug="webhooks" />
          </>
        }
      />
      <DataTable
        label={t('webhooks.title')}
        columns={columns}
        table={table}
        list={{ items, error, refetch, hasMore: false, isLoadingMore: false }}
        rowKey={({ id }) => id}
        rowLabel={({ url }) => url}
        empty={
          <EmptyState title={t('webhooks.none')} action={button}>
            {t('webhooks.noneHelp')}
          </EmptyState>
        }
      />
      {adding.isOpen && (
        <EndpointDialog
          onClose={adding.close}
          onMade={({ endpoint, secret }) => setMade({ id: endpoint.id, secret })}
        />
      )}
      {made !== undefined && <NewSecret endpointId={made.id} secret={made.secret} />}
    </>
  )
}

EndpointsPage.askAhead = ({ list }: AskAhead) => list(listEndpoints, {})
