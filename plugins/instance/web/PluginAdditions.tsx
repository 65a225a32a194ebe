import { useTranslation } from '@host/plugin-sdk'
import type { PluginEntry } from '../shared.ts'

/** What a plugin adds to the instance: pages, routes, tables and services. */
export function PluginAdditions({ plugin }: { readonly plugin: PluginEntry }) {
  const { t } = useTranslation()
  const pages = [
    ...plugin.menuPaths.map((path) => `/admin${path}`),
    ...plugin.instanceMenuPaths.map((path) => `/instance${path}`),
  ]
  const parts = [
    { key: 'pages', items: pages.map((path) => path.replace(/\/$/, '')) },
    { key: 'routes', items: plugin.routes.map(({ pattern }) => pattern) },
    { key: 'tables', items: plugin.tables },
    { key: 'provides', items: plugin.provides },
    { key: 'requires', items: plugin.requires },
  ].filter(({ items }) => items.length > 0)
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-4 border-t border-line bg-sunken px-4 py-4 sm:grid-cols-2 sm:pl-16">
      {plugin.healthDetail !== undefined && <p className="text-sm sm:col-span-2">{plugin.healthDetail}</p>}
      {parts.length === 0 && <p className="text-sm text-muted">{t('instance.plugins.nothing')}</p>}
      {parts.map(({ key, items }) => (
        <div key={key} className="min-w-0">
          <h2 className="mb-1 text-xs font-medium text-subtle">{t(`instance.plugins.${key}`)}</h2>
          <ul className="flex flex-col gap-0.5">
            {items.map((item) => (
              <li key={item} className="font-mono text-xs break-all text-muted">
                {item}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
