import { Alert, RelativeTime, useTranslation } from '@host/plugin-sdk'
import type { FeaturePlugin } from '../shared.ts'

/** What is wrong with a plugin of the feature and since when; nothing when all is well. */
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
