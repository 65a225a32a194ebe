import {
  Badge,
  RelativeTime,
  useFormat,
  useListQuery,
  useTable,
  useTranslation,
  type DataColumn,
} from '@host/plugin-sdk'
import { deliveryStates, listEvents, type WebhookDelivery } from '../../shared.ts'
import { DeliveryState } from './DeliveryState.tsx'
import { outcomeText } from './outcome-text.ts'

/** The list of deliveries as its address says it. */
export function useDeliveryTable() {
  const { t } = useTranslation()
  const columns = useDeliveryColumns()
  const { items: events = [] } = useListQuery(listEvents, {}, { errors: 'page' })
  const table = useTable({
    columns,
    filters: {
      state: {
        kind: 'choice',
        label: t('webhooks.state.title'),
        options: deliveryStates.map((value) => ({ value, label: t(`webhooks.delivery.${value}`) })),
      },
      event: {
        kind: 'choice',
        label: t('webhooks.event'),
        options: events.map(({ name }) => ({ value: name, label: name })),
        isOpen: true,
      },
    },
  })
  return { table, columns }
}

function useDeliveryColumns(): readonly DataColumn<WebhookDelivery>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'event',
      header: t('webhooks.event'),
      cell: ({ event, isTest }) => (
        <span className="flex min-w-0 items-center gap-2">
          <code className="truncate font-mono text-xs font-medium">{event}</code>
          {isTest && <Badge>{t('webhooks.test.mark')}</Badge>}
        </span>
      ),
      skeleton: 'w-36',
    },
    {
      key: 'state',
      header: t('webhooks.state.title'),
      cell: ({ state }) => <DeliveryState state={state} />,
      skeleton: 'w-20',
    },
    {
      key: 'status',
      header: t('webhooks.answer'),
      from: 'md',
      cell: (delivery) => <span className="text-muted tabular-nums">{outcomeText(delivery, t)}</span>,
    },
    {
      key: 'duration',
      isHidden: true,
      header: t('webhooks.duration'),
      from: 'lg',
      align: 'end',
      cell: ({ duration }) => (
        <span className="text-muted tabular-nums">
          {duration === null ? '–' : t('webhooks.milliseconds', { number: format.number(duration) })}
        </span>
      ),
    },
    {
      key: 'attempts',
      header: t('webhooks.tries'),
      from: 'md',
      align: 'end',
      cell: ({ attempts }) => <span className="tabular-nums">{format.number(attempts)}</span>,
    },
    {
      key: 'nextTryAt',
      header: t('webhooks.nextTry'),
      from: 'lg',
      align: 'end',
      cell: ({ nextTryAt }) =>
        nextTryAt === null ? <span className="text-subtle">–</span> : <RelativeTime value={nextTryAt} skipFocus />,
    },
    { key: 'createdAt', header: t('webhooks.made'), from: 'sm', align: 'end', cell: CreatedAt },
  ]
}

function CreatedAt({ createdAt }: WebhookDelivery) {
  return <RelativeTime value={createdAt} skipFocus />
}
