import type { ReactNode } from 'react'
import { Badge, ButtonLink, HelpLink, Link, Panel, useTranslation } from '@host/plugin-sdk'
import type { FeaturePlugin } from '../shared.ts'

export interface PluginPanelProps {
  readonly plugin: FeaturePlugin
  readonly isOn: boolean
}

/** A plugin of the feature: version, settings and contributions to the workspace. */
export function PluginPanel({ plugin, isOn }: PluginPanelProps) {
  const { t } = useTranslation()
  const { title, name, version, settings } = plugin
  const hasNothing = (['pages', 'notices', 'permissions', 'events', 'help'] as const).every(
    (key) => plugin[key].length === 0,
  )
  const open = settings !== null && isOn && (
    <ButtonLink to={`/settings/${settings}`} size="compact" icon="settings-2">
      {t('features.settings')}
    </ButtonLink>
  )
  return (
    <Panel
      title={
        <>
          {title}{' '}
          <span className="text-xs font-normal text-subtle">
            {name} {version}
          </span>
        </>
      }
      actions={open || undefined}
    >
      {hasNothing ? (
        <p className="text-sm text-muted">{t('features.nothing')}</p>
      ) : (
        <div className="grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-2">
          <Pages plugin={plugin} isOn={isOn} />
          <Titles title={t('features.adds.notices')} items={plugin.notices} />
          <Permissions plugin={plugin} />
          <Events plugin={plugin} />
          <Help plugin={plugin} />
        </div>
      )}
    </Panel>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1 text-xs font-medium text-subtle">{title}</h3>
      <ul className="flex flex-col gap-1">{children}</ul>
    </section>
  )
}

function Pages({ plugin: { pages }, isOn }: PluginPanelProps) {
  const { t } = useTranslation()
  if (pages.length === 0) return null
  return (
    <Part title={t('features.adds.pages')}>
      {pages.map(({ path, label }) => (
        <li key={path} className="text-sm">
          {isOn ? (
            <Link to={path} className="underline decoration-line underline-offset-4 hover:decoration-current">
              {label}
            </Link>
          ) : (
            label
          )}
        </li>
      ))}
    </Part>
  )
}

function Titles({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <Part title={title}>
      {items.map((item) => (
        <li key={item} className="text-sm">
          {item}
        </li>
      ))}
    </Part>
  )
}

function Permissions({ plugin: { permissions } }: Pick<PluginPanelProps, 'plugin'>) {
  const { t } = useTranslation()
  if (permissions.length === 0) return null
  return (
    <Part title={t('features.adds.permissions')}>
      {permissions.map(({ name, title, role }) => (
        <li key={name} className="flex items-center justify-between gap-2 text-sm">
          {title}
          <Badge>{t(`features.audience.${role}`)}</Badge>
        </li>
      ))}
    </Part>
  )
}

function Events({ plugin: { events } }: Pick<PluginPanelProps, 'plugin'>) {
  const { t } = useTranslation()
  if (events.length === 0) return null
  return (
    <Part title={t('features.adds.events')}>
      {events.map((event) => (
        <li key={event} className="font-mono text-xs break-all text-muted">
          {event}
        </li>
      ))}
    </Part>
  )
}

function Help({ plugin: { help } }: Pick<PluginPanelProps, 'plugin'>) {
  const { t } = useTranslation()
  if (help.length === 0) return null
  return (
    <Part title={t('features.adds.help')}>
      {help.map(({ slug, title }) => (
        <li key={slug}>
          <HelpLink slug={slug}>{title}</HelpLink>
        </li>
      ))}
    </Part>
  )
}
