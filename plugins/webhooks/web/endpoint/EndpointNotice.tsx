import { Alert, RelativeTime, useTranslation } from '@host/plugin-sdk'
import type { WebhookEndpoint } from '../../shared.ts'

/** Why an endpoint receives nothing, or soon won't, and how to fix it. */
export function EndpointNotice({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useTranslation()
  const { isEnabled, disabledReason, disabledAt, failingSince, overlapEndsAt } = endpoint
  if (!isEnabled) {
    return (
      <Alert
        tone={disabledReason === 'person' ? 'info' : 'warning'}
        title={t(`webhooks.notice.${disabledReason ?? 'person'}`)}
      >
        {t('webhooks.notice.enableNext')} {disabledAt !== null && <RelativeTime value={disabledAt} />}
      </Alert>
    )
  }
  if (failingSince !== null) {
    return (
      <Alert tone="warning" title={t('webhooks.notice.failingNow')}>
        {t('webhooks.notice.failingSince')} <RelativeTime value={failingSince} />
      </Alert>
    )
  }
  if (overlapEndsAt === null) return null
  return (
    <Alert title={t('webhooks.notice.overlap')}>
      {t('webhooks.notice.overlapEnds')} <RelativeTime value={overlapEndsAt} />
    </Alert>
  )
}
