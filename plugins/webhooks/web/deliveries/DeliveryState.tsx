import { Badge, useTranslation, type BadgeTone } from '@host/plugin-sdk'
import type { DeliveryState as State } from '../../shared.ts'

const tones: Readonly<Record<State, BadgeTone>> = {
  waiting: 'accent',
  delivered: 'positive',
  failed: 'danger',
  stopped: 'neutral',
}

/** Where a delivery stands. */
export function DeliveryState({ state }: { readonly state: State }) {
  const { t } = useTranslation()
  return (
    <Badge tone={tones[state]} dot>
      {t(`webhooks.delivery.${state}`)}
    </Badge>
  )
}
