import type { ReactNode } from 'react'
import { Panel, RelativeTime, useFormat, useTranslation } from '@host/plugin-sdk'
import type { WebhookEndpoint } from '../../shared.ts'
import { EndpointHealth } from '../EndpointHealth.tsx'
import { eventsText } from '../events-text.ts'

/** Summary of an endpoint. */
export function EndpointFacts({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { events, lastDay, concurrency, ratePerMinute, createdAt } = endpoint
  const pace =
    ratePerMinute === null
      ? t('webhooks.pace', { number: format.number(concurrency) })
      : t('webhooks.paceWithRate', { number: format.number(concurrency), rate: format.number(ratePerMinute) })
  return (
    <Panel>
      <dl className="grid grid-cols-2 gap-4 text-sm lg:grid-cols-4">
        <Fact label={t('webhooks.lastDayFact')}>
          <EndpointHealth counts={lastDay} />
        </Fact>
        <Fact label={t('webhooks.events.title')}>
          <span title={events.join(', ')}>{eventsText(events, t)}</span>
        </Fact>
        <Fact label={t('webhooks.paceTitle')}>{pace}</Fact>
        <Fact label={t('webhooks.created')}>
          <RelativeTime value={createdAt} />
        </Fact>
      </dl>
    </Panel>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-subtle">{label}</dt>
      <dd className="mt-0.5 font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
