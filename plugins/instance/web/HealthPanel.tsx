import { Alert, ButtonLink, Icon, Panel, SkeletonRows, useQuery, useTranslation } from '@host/plugin-sdk'
import { listPlugins, type PluginEntry } from '../shared.ts'
import { HealthBadge } from './HealthBadge.tsx'

/** Which plugins need a look; one sentence when none does. */
export function HealthPanel() {
  const { t } = useTranslation()
  const { data } = useQuery(listPlugins)
  const troubled = data?.items.filter(({ health }) => health !== 'ok') ?? []
  const all = (
    <ButtonLink to="/plugins" size="compact" variant="ghost">
      {t('instance.health.all')}
    </ButtonLink>
  )
  return (
    <Panel flush title={t('instance.health.title')} actions={all}>
      {data === undefined && <SkeletonRows rows={2} />}
      {data !== undefined && troubled.length === 0 && (
        <div className="px-4 pb-4">
          <Alert tone="positive">{t('instance.health.fine', { count: data.items.length })}</Alert>
        </div>
      )}
      {troubled.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {troubled.map((plugin) => (
            <Troubled key={plugin.name} plugin={plugin} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Troubled({ plugin }: { readonly plugin: PluginEntry }) {
  const { t } = useTranslation()
  const { title, icon, health, healthCause, healthDetail } = plugin
  const reason = healthCause === undefined ? healthDetail : t(`instance.health.cause.${healthCause}`)
  return (
    <li className="flex items-center gap-3 px-4 py-2.5 text-sm">
      <Icon name={icon} className="text-subtle" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {reason !== undefined && <p className="text-xs text-subtle">{reason}</p>}
      </div>
      <HealthBadge health={health} />
    </li>
  )
}
