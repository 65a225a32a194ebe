import { Badge, useTranslation, type HealthStatus } from '@host/plugin-sdk'

const tones = { ok: 'positive', degraded: 'warning', down: 'danger' } as const

/** How a plugin is doing, in a word and a color. */
export function HealthBadge({ health }: { readonly health: HealthStatus }) {
  const { t } = useTranslation()
  return (
    <Badge dot tone={tones[health]}>
      {t(`instance.health.${health}`)}
    </Badge>
  )
}
