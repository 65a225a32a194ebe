import { Badge, useTranslation, type BadgeTone } from '@host/plugin-sdk'
import type { OrderState as State } from '../../shared.ts'

const tones: Readonly<Record<State, BadgeTone>> = {
  draft: 'neutral',
  paid: 'positive',
  partially_refunded: 'warning',
  refunded: 'warning',
  cancelled: 'neutral',
}

/** The state of an order. */
export function OrderState({ state }: { readonly state: State }) {
  const { t } = useTranslation()
  return (
    <Badge tone={tones[state]} dot>
      {t(`products.orders.state.${state}`)}
    </Badge>
  )
}
