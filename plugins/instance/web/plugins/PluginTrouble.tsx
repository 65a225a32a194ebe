import { Alert, ButtonLink, RelativeTime, useTranslation } from '@host/plugin-sdk'
import type { PluginEntry } from '../../shared.ts'

/** The health problem of a plugin with its start time and its fix; empty when it is healthy. */
export function PluginTrouble({ plugin }: { readonly plugin: PluginEntry }) {
  const { t } = useTranslation()
  const { health, healthCause, healthDetail, healthSince, pausedUntil } = plugin
  const isPaused = pausedUntil !== null
  const shown = healthCause === 'paused' ? undefined : (healthCause ?? healthDetail)
  return (
    <>
      {isPaused && (
        <Alert
          tone="warning"
          title={t('instance.health.cause.paused')}
          action={
            <ButtonLink to={`/jobs?plugin=${encodeURIComponent(plugin.name)}`} size="compact">
              {t('instance.plugins.jobs')}
            </ButtonLink>
          }
        >
          {t('instance.health.next.paused')}
        </Alert>
      )}
      {health !== 'ok' && shown !== undefined && (
        <Alert
          tone={health === 'down' ? 'danger' : 'warning'}
          title={healthCause === undefined ? healthDetail : t(`instance.health.cause.${healthCause}`)}
        >
          {healthSince !== undefined && (
            <p>
              {t('instance.health.since')} <RelativeTime value={healthSince} />
            </p>
          )}
          <p>{t(`instance.health.next.${healthCause ?? 'said'}`)}</p>
        </Alert>
      )}
    </>
  )
}
