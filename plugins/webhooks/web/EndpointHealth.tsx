import { useFormat, useTranslation } from '@host/plugin-sdk'
import type { WebhookEndpoint } from '../shared.ts'

/** How much of the last 24 hours arrived. */
export function EndpointHealth({ counts: { succeeded, failed } }: { readonly counts: WebhookEndpoint['lastDay'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const all = succeeded + failed
  if (all === 0) return <span className="text-subtle">{t('webhooks.noTries')}</span>
  return (
    <span className="whitespace-nowrap tabular-nums">
      {format.percent(Math.floor((succeeded / all) * 1000) / 1000)}{' '}
      <span className="text-subtle">{t('webhooks.ofTries', { count: all, number: format.number(all) })}</span>
    </span>
  )
}
