import { Alert, RelativeTime, useTranslation } from '@host/plugin-sdk'
import type { FeaturePlugin } from '../shared.ts'

/** The health problem of a plugin with its start time; empty when it is healthy. */
export function PluginTrouble({ plugin }: { readonly plugin: FeaturePlugin }) {
  const { t } = useTranslation()
  const { title, health, healthCause, healthDetail, healthSince } = plugin
  if (health === 'ok') return null
  const reason =
    healthCause === undefined ? (healthDetail ?? t(`features.health.${health}`)) : t(`features.cause.${healthCause}`)
  return (
    <Alert tone={health === 'down' ? 'danger' : 'warning'} title={t('features.trouble', { title, reason })}>
      <p>{t('features.troubleMeans')}</p>
      {healthSince !== undefined && (
        <p>
          {t('features.since')} <RelativeTime value={healthSince} />
        </p>
      )}
    </Alert>
  )
}
