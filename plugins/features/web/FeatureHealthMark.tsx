import { Badge, useTranslation } from '@host/plugin-sdk'
import type { Feature } from '../shared.ts'

/** That a feature in use is not well; nothing when it is. */
export function FeatureHealthMark({ feature: { health, enabled } }: { readonly feature: Feature }) {
  const { t } = useTranslation()
  if (health === 'ok' || !enabled) return null
  return (
    <Badge dot tone={health === 'down' ? 'danger' : 'warning'}>
      {t(`features.health.${health}`)}
    </Badge>
  )
}
