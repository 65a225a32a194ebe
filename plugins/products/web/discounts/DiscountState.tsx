import { useState } from 'react'
import { Badge, useTranslation, type BadgeTone } from '@host/plugin-sdk'
import type { Discount } from '../../shared.ts'

const tones = {
  active: 'positive',
  planned: 'accent',
  ended: 'neutral',
  usedUp: 'warning',
  disabled: 'neutral',
} as const satisfies Readonly<Record<string, BadgeTone>>

/** Whether a discount can be used now, or why it can't. */
export function DiscountState({ discount }: { readonly discount: Discount }) {
  const { t } = useTranslation()
  const [now] = useState(Date.now)
  const state = stateOf(discount, now)
  return (
    <Badge tone={tones[state]} dot>
      {t(`products.discounts.state.${state}`)}
    </Badge>
  )
}

function stateOf({ isEnabled, startsAt, endsAt, useLimit, used }: Discount, now: number): keyof typeof tones {
  if (!isEnabled) return 'disabled'
  if (endsAt !== null && Date.parse(endsAt) <= now) return 'ended'
  if (useLimit !== null && used >= useLimit) return 'usedUp'
  return startsAt !== null && Date.parse(startsAt) > now ? 'planned' : 'active'
}
