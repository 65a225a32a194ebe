import { Badge, useTranslation, type BadgeTone } from '@host/plugin-sdk'
import type { DeliveryState } from '../../shared.ts'

const tones = {
  scheduled: 'neutral',
  sending: 'neutral',
  deferred: 'warning',
  delivered: 'positive',
  partial: 'danger',
  failed: 'danger',
  unknown: 'warning',
  canceled: 'neutral',
} as const satisfies Readonly<Record<DeliveryState, BadgeTone>>

/** How far the delivery of a sent email is, in a word. */
export function DeliveryBadge({ state }: { readonly state: DeliveryState }) {
  const { t } = useTranslation()
  return (
    <Badge tone={tones[state]} dot>
      {t(`mail.emails.delivery.${state}`)}
    </Badge>
  )
}
