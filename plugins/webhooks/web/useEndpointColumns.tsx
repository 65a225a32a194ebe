import { Link, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { WebhookEndpoint } from '../shared.ts'
import { EndpointHealth } from './EndpointHealth.tsx'
import { EndpointState } from './EndpointState.tsx'
import { eventsText } from './events-text.ts'

/** The columns of the endpoints. */
export function useEndpointColumns(): readonly DataColumn<WebhookEndpoint>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'url',
      header: t('webhooks.endpoint'),
      value: ({ url }) => url,
      cell: (endpoint) => <EndpointName endpoint={endpoint} />,
      skeleton: 'w-64',
    },
    {
      key: 'events',
      header: t('webhooks.events.title'),
      from: 'md',
      value: ({ events }) => eventsText(events, t),
      skeleton: 'w-20',
    },
    {
      key: 'lastDay',
      header: t('webhooks.lastDay'),
      from: 'sm',
      cell: ({ lastDay }) => <EndpointHealth counts={lastDay} />,
      skeleton: 'w-24',
    },
    {
      key: 'state',
      header: t('webhooks.state.title'),
      align: 'end',
      cell: (endpoint) => <EndpointState endpoint={endpoint} />,
      skeleton: 'w-16',
    },
  ]
}

function EndpointName({ endpoint: { id, url, description } }: { readonly endpoint: WebhookEndpoint }) {
  return (
    <span className="block min-w-0 py-1">
      <Link to={`/webhooks/${id}`} className="block max-w-96 truncate font-medium hover:underline">
        {description === '' ? url : description}
      </Link>
      {description !== '' && <span className="block max-w-96 truncate text-xs text-subtle">{url}</span>}
    </span>
  )
}
