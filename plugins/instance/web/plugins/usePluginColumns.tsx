import { Badge, Icon, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { PluginEntry } from '../../shared.ts'
import { HealthBadge } from '../HealthBadge.tsx'

/** The columns of the plugins. */
export function usePluginColumns(): readonly DataColumn<PluginEntry>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'title',
      header: t('instance.plugins.plugin'),
      value: ({ title, name, description }) => `${title} ${name} ${description}`,
      cell: (plugin) => <PluginName plugin={plugin} />,
      skeleton: 'w-48',
    },
    {
      key: 'health',
      header: t('instance.plugins.health'),
      value: ({ health }) => health,
      cell: (plugin) => <PluginState plugin={plugin} />,
    },
    {
      key: 'version',
      header: t('instance.plugins.version'),
      from: 'lg',
      cell: ({ version }) => <span className="text-muted tabular-nums">{version}</span>,
      value: ({ version }) => version,
    },
    {
      key: 'routes',
      header: t('instance.plugins.routes'),
      align: 'end',
      from: 'md',
      value: ({ routes }) => routes.length,
    },
    {
      key: 'tables',
      header: t('instance.plugins.tables'),
      align: 'end',
      from: 'md',
      value: ({ tables }) => tables.length,
    },
  ]
}

function PluginName({ plugin: { title, name, icon, description, outOfTree } }: { readonly plugin: PluginEntry }) {
  const { t } = useTranslation()
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="flex size-8 shrink-0 items-center justify-center rounded-control bg-hover text-muted">
        <Icon name={icon} />
      </span>
      <span className="block min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 font-medium">
          {title}
          <span className="hidden text-xs font-normal text-subtle sm:inline">{name}</span>
          {outOfTree && <Badge tone="accent">{t('instance.plugins.outOfTree')}</Badge>}
        </span>
        <span className="hidden max-w-104 truncate text-xs text-muted sm:block">{description}</span>
      </span>
    </span>
  )
}

/** How it does; that its work is paused says more than that it is degraded. */
function PluginState({ plugin: { health, pausedUntil } }: { readonly plugin: PluginEntry }) {
  const { t } = useTranslation()
  if (pausedUntil === null) return <HealthBadge health={health} />
  return (
    <Badge dot tone="warning">
      {t('instance.plugins.paused')}
    </Badge>
  )
}
