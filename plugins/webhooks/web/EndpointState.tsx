import { Badge, useTranslation } from '@host/plugin-sdk'
import type { WebhookEndpoint } from '../shared.ts'

export interface EndpointStateProps {
  readonly endpoint: Pick<WebhookEndpoint, 'isEnabled' | 'failingSince'>
}

/** Whether an endpoint gets events, and whether they arrive. */
export function EndpointState({ endpoint: { isEnabled, failingSince } }: EndpointStateProps) {
  const { t } = useTranslation()
  if (!isEnabled) return <Badge dot>{t('webhooks.state.disabled')}</Badge>
  if (failingSince !== null) {
    return (
      <Badge tone="warning" dot>
        {t('webhooks.state.failing')}
      </Badge>
    )
  }
  return (
    <Badge tone="positive" dot>
      {t('webhooks.state.enabled')}
    </Badge>
  )
}
