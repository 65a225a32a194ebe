import { useState } from 'react'
import { Badge, useTranslation } from '@host/plugin-sdk'
import type { Token } from '../shared.ts'

const soon = 7 * 86_400_000

/** Special states of a token: expired, expiring soon, or with two valid secrets during a rotation. */
export function TokenState({ token: { expiresAt, overlapEndsAt } }: { readonly token: Token }) {
  const { t } = useTranslation()
  const [now] = useState(() => Date.now())
  const left = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now
  if (left <= 0) return <Badge tone="danger">{t('api-tokens.state.ended')}</Badge>
  if (left < soon) return <Badge tone="warning">{t('api-tokens.state.endsSoon')}</Badge>
  return overlapEndsAt === null ? null : <Badge tone="accent">{t('api-tokens.state.overlap')}</Badge>
}
