import { ButtonLink, CopyButton, EmptyState, Icon, KeyValue, Link, useTranslation } from '@host/plugin-sdk'
import type { PluginEntry } from '../../shared.ts'
import { HealthBadge } from '../HealthBadge.tsx'
import { PluginAdditions } from './PluginAdditions.tsx'
import { PluginTrouble } from './PluginTrouble.tsx'

export interface PluginDetailsProps {
  readonly name: string
  /** Every plugin; undefined while they load. */
  readonly all: readonly PluginEntry[] | undefined
  readonly addressOf: (name: string) => string
}

/** A plugin: health, requirements and contributions. */
export function PluginDetails({ name, all, addressOf }: PluginDetailsProps) {
  const { t } = useTranslation()
  const plugin = all?.find((one) => one.name === name)
  if (all === undefined) return null
  if (plugin === undefined) return <EmptyState kind="noMatch" />
  const linked = (names: readonly string[]) => <PluginLinks names={names} all={all} addressOf={addressOf} />
  const { title, description, icon, version, health, requires, requiredBy, settings } = plugin
  return (
    <div className="flex flex-col gap-6">
      <div className="flex items-start gap-3">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-card bg-hover text-muted">
          <Icon name={icon} size={18} />
        </span>
        <div className="min-w-0">
          <h3 className="text-base font-semibold">{title}</h3>
          <p className="text-sm text-muted">{description}</p>
        </div>
      </div>
      <PluginTrouble plugin={plugin} />
      <KeyValue
        items={[
          { label: t('instance.plugins.health'), value: <HealthBadge health={health} /> },
          { label: t('instance.plugins.name'), value: <CopiedName name={plugin.name} /> },
          { label: t('instance.plugins.version'), value: version },
          { label: t('instance.plugins.inWorkspaces'), value: t(`instance.plugins.${switching(plugin)}`) },
          ...(requires.length === 0 ? [] : [{ label: t('instance.plugins.requires'), value: linked(requires) }]),
          ...(requiredBy.length === 0 ? [] : [{ label: t('instance.plugins.requiredBy'), value: linked(requiredBy) }]),
        ]}
      />
      {settings !== null && (
        <div>
          <ButtonLink to={`/settings/${settings}`} icon="settings-2">
            {t('instance.plugins.settings')}
          </ButtonLink>
        </div>
      )}
      <PluginAdditions plugin={plugin} />
    </div>
  )
}

/** Also the keyboard's target in a panel that scrolls and has no link. */
function CopiedName({ name }: { readonly name: string }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="font-mono text-xs wrap-anywhere">{name}</code>
      <CopyButton value={name} label={t('instance.plugins.copyName')} />
    </span>
  )
}

function switching({ core, enabledByDefault }: PluginEntry): string {
  if (core) return 'alwaysOn'
  return enabledByDefault ? 'onByDefault' : 'offByDefault'
}

interface LinksProps extends Pick<PluginDetailsProps, 'addressOf'> {
  readonly names: readonly string[]
  readonly all: readonly PluginEntry[]
}

function PluginLinks({ names, all, addressOf }: LinksProps) {
  return (
    <span className="flex flex-wrap justify-end gap-x-3">
      {names.map((name) => (
        <Link
          key={name}
          to={addressOf(name)}
          className="underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {all.find((one) => one.name === name)?.title ?? name}
        </Link>
      ))}
    </span>
  )
}
