import { Badge, useTranslation } from '@host/plugin-sdk'
import type { Feature } from '../shared.ts'

/** Marks an active feature with a health problem; empty when it is healthy. */
export function FeatureHealthMark({ feature: { health, enabled } }: { readonly feature: Feature }) {
  const { t } = useTranslation()
  if (health === 'ok' || !enabled) return null
  return (
    <Badge dot tone={health === 'down' ? 'danger' : 'warning'}>
      {t(`features.health.${health}`)}
    </Badge>
  )
}
