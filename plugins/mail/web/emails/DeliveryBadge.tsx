import { Badge, useTranslation } from '@host/plugin-sdk'
import type { DeliveryState } from '../../shared.ts'
import { deliveryTones } from '../delivery-tones.ts'

/** How far the delivery of a sent email is, in a word. */
export function DeliveryBadge({ state }: { readonly state: DeliveryState }) {
  const { t } = useTranslation()
  return (
    <Badge tone={deliveryTones[state]} dot>
      {t(`mail.emails.delivery.${state}`)}
    </Badge>
  )
}
