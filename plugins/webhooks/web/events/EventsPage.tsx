import {
  Badge,
  DataTable,
  EmptyState,
  FilterBar,
  HelpLink,
  PageHeader,
  SidePanel,
  useListQuery,
  useTable,
  useTranslation,
  type DataColumn,
} from '@host/plugin-sdk'
import { listEvents, type WebhookEvent } from '../../shared.ts'
import { EventDetails } from './EventDetails.tsx'

/** All events for webhooks, with their data. */
export default function EventsPage() {
  const { t } = useTranslation()
  const events = useListQuery(listEvents, {}, { errors: 'list' })
  const columns = useEventColumns()
  const table = useTable({ columns })
  return (
    <>
      <PageHeader
        title={t('webhooks.events.title')}
        description={t('webhooks.events.description')}
        actions={<HelpLink slug="webhook-signatures">{t('webhooks.secret.verify')}</HelpLink>}
      />
      <FilterBar table={table} search={t('webhooks.searchEvents')} />
      <DataTable
        label={t('webhooks.events.title')}
        columns={columns}
        table={table}
        // All events are here at once, so the table searches them itself; a list that failed to load shows its error.
        {...(events.items === undefined ? { list: events } : { rows: events.items })}
        rowKey={({ name }) => name}
        rowLabel={({ name }) => name}
        empty={<EmptyState title={t('webhooks.noEvents')} />}
        panel={({ id, row, ways }) => (
          <SidePanel label={id} {...ways}>
            {row === undefined ? null : <EventDetails key={id} event={row} />}
          </SidePanel>
        )}
      />
    </>
  )
}

function useEventColumns(): readonly DataColumn<WebhookEvent>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      header: t('webhooks.event'),
      value: ({ name }) => name,
      cell: ({ name, isOn }) => (
        <span className="flex min-w-0 items-center gap-2">
          <code className="truncate font-mono text-xs font-medium">{name}</code>
          {!isOn && <Badge>{t('webhooks.events.off')}</Badge>}
        </span>
      ),
      skeleton: 'w-40',
    },
    {
      key: 'description',
      header: t('webhooks.events.tells'),
      from: 'sm',
      value: ({ description }) => description,
      skeleton: 'w-64',
    },
    {
      key: 'plugin',
      header: t('webhooks.events.from'),
      from: 'md',
      value: ({ pluginTitle }) => pluginTitle,
      cell: ({ pluginTitle }) => <span className="text-muted">{pluginTitle}</span>,
    },
  ]
}
