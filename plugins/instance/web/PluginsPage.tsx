import { Badge, Icon, PageHeader, Panel, SkeletonRows, useQuery, useTranslation } from '@host/plugin-sdk'
import { listPlugins, type PluginEntry } from '../shared.ts'
import { HealthBadge } from './HealthBadge.tsx'
import { PluginAdditions } from './PluginAdditions.tsx'

/** What this executable is composed of, and what each part adds. */
export default function PluginsPage() {
  const { t } = useTranslation()
  const { data } = useQuery(listPlugins)
  return (
    <>
      <PageHeader title={t('instance.plugins.title')} description={t('instance.plugins.description')} />
      <Panel flush>
        {data === undefined ? (
          <SkeletonRows rows={8} />
        ) : (
          <ul className="divide-y divide-line">
            {data.items.map((plugin) => (
              <PluginRow key={plugin.name} plugin={plugin} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}

function PluginRow({ plugin }: { readonly plugin: PluginEntry }) {
  const { t } = useTranslation()
  return (
    <li>
      <details className="group">
        <summary className="flex list-none items-center gap-3 px-4 py-3 transition-colors hover:bg-hover">
          <span className="flex size-9 shrink-0 items-center justify-center rounded-card bg-hover text-muted">
            <Icon name={plugin.icon} size={18} />
          </span>
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
              {plugin.title}
              <span className="text-xs font-normal text-subtle">
                {plugin.name} {plugin.version}
              </span>
              {plugin.outOfTree && <Badge tone="accent">{t('instance.plugins.outOfTree')}</Badge>}
            </span>
            <span className="block truncate text-sm text-muted">{plugin.description}</span>
          </span>
          <HealthBadge health={plugin.health} />
          <Icon name="chevron-right" className="text-subtle transition-[rotate] group-open:rotate-90" />
        </summary>
        <PluginAdditions plugin={plugin} />
      </details>
    </li>
  )
}
