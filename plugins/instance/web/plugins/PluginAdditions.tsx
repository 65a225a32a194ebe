import { Badge, useTranslation } from '@host/plugin-sdk'
import type { PluginEntry } from '../../shared.ts'

/**
 * Contributions of a plugin to the instance: pages, routes, tables, permissions, events, notifications and services.
 */
export function PluginAdditions({ plugin }: { readonly plugin: PluginEntry }) {
  const { t } = useTranslation()
  const pages = [
    ...plugin.menuPaths.map((path) => `/admin${path}`),
    ...plugin.instanceMenuPaths.map((path) => `/instance${path}`),
  ]
  const parts = [
    { key: 'pages', items: pages.map((path) => path.replace(/\/$/, '')) },
    { key: 'tables', items: plugin.tables },
    { key: 'permissions', items: plugin.permissions.map(({ name }) => name) },
    { key: 'events', items: plugin.events },
    { key: 'kinds', items: plugin.jobs },
    { key: 'provides', items: plugin.provides },
  ].filter(({ items }) => items.length > 0)
  const { routes, notices } = plugin
  if (parts.length === 0 && routes.length === 0 && notices.length === 0) {
    return <p className="text-sm text-muted">{t('instance.plugins.nothing')}</p>
  }
  return (
    <div className="flex flex-col gap-4">
      {parts.map(({ key, items }) => (
        <Part key={key} title={t(`instance.plugins.${key}`)} items={items} />
      ))}
      {notices.length > 0 && <Part title={t('instance.plugins.notices')} items={notices} isPlain />}
      {routes.length > 0 && <Routes routes={routes} />}
    </div>
  )
}

interface PartProps {
  readonly title: string
  readonly items: readonly string[]
  /** Words of people rather than of programs. */
  readonly isPlain?: boolean
}

function Part({ title, items, isPlain = false }: PartProps) {
  return (
    <section>
      <h4 className="mb-1 text-xs font-medium text-subtle">{title}</h4>
      <ul className="flex flex-col gap-0.5">
        {items.map((item) => (
          <li key={item} className={isPlain ? 'text-sm' : 'font-mono text-xs break-all text-muted'}>
            {item}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Routes({ routes }: Pick<PluginEntry, 'routes'>) {
  const { t } = useTranslation()
  return (
    <section>
      <h4 className="mb-1 text-xs font-medium text-subtle">{t('instance.plugins.routes')}</h4>
      <ul className="flex flex-col gap-1">
        {routes.map(({ pattern, audience }) => (
          <li key={pattern} className="flex items-start justify-between gap-2">
            <code className="font-mono text-xs break-all text-muted">{pattern}</code>
            <Badge>{t(`instance.plugins.audience.${audience}`)}</Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}
