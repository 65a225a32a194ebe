import { Badge, useTranslation } from '@host/plugin-sdk'
import type { OutgoingMessage, RecipientState } from '../../shared.ts'
import { deliveryTones } from '../delivery-tones.ts'

/** How many recipients have which result. */
export function ResultBadges({ message: { state, recipients } }: { readonly message: OutgoingMessage }) {
  const { t } = useTranslation()
  if (state === 'canceled') return <Badge>{t('mail.log.state.canceled')}</Badge>
  if (state === 'scheduled') return <Badge>{t('mail.log.state.scheduled')}</Badge>
  const results = (['delivered', 'waiting', 'failed', 'unknown'] as const).filter((result) => recipients[result] > 0)
  return (
    <span className="flex flex-wrap justify-end gap-1">
      {results.map((result) => (
        <Badge key={result} tone={deliveryTones[result]} dot>
          {recipients.total === 1
            ? t(`mail.log.result.${result}`)
            : t(`mail.log.results.${result}`, { count: recipients[result] })}
        </Badge>
      ))}
    </span>
  )
}

/** The state of a recipient. */
export function RecipientBadge({ state }: { readonly state: RecipientState }) {
  const { t } = useTranslation()
  return (
    <Badge tone={deliveryTones[state]} dot>
      {t(`mail.log.recipient.${state}`)}
    </Badge>
  )
}
