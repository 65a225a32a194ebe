import { Badge, Panel, useTranslation, type BadgeTone } from '@host/plugin-sdk'
import type { UpgradeChangeOut, UpgradedPluginOut } from '../../shared.ts'

const tones: Readonly<Record<UpgradeChangeOut['change'], BadgeTone>> = {
  added: 'positive',
  removed: 'warning',
  changed: 'neutral',
}

/** The changes of a plugin, the breaking ones first. */
export function UpgradedPlugin({ plugin }: { readonly plugin: UpgradedPluginOut }) {
  const { t } = useTranslation()
  const { title, from, to, requiredVersion, changes } = plugin
  return (
    <Panel
      flush
      title={title}
      description={from === to ? from : t('instance.upgrades.fromTo', { from, to })}
      actions={
        requiredVersion !== null && (
          <Badge tone="warning">{t('instance.upgrades.needsVersion', { version: requiredVersion })}</Badge>
        )
      }
    >
      <ul className="divide-y divide-line border-t border-line">
        {changes.map((change) => (
          <Change key={`${change.kind} ${change.name} ${change.path ?? ''} ${change.change}`} change={change} />
        ))}
      </ul>
    </Panel>
  )
}

function Change({ change: { kind, name, path, change, from, to, isBreaking } }: { readonly change: UpgradeChangeOut }) {
  const { t } = useTranslation()
  const values = [from, to].filter((value) => value !== undefined).join(' → ')
  const detail = [path, values].filter((text) => text !== undefined && text !== '').join(': ')
  return (
    <li className="flex flex-col gap-x-4 gap-y-1 px-4 py-2.5 sm:flex-row sm:items-baseline">
      <span className="flex shrink-0 flex-wrap gap-1.5 sm:w-40">
        <Badge tone={tones[change]}>{t(`instance.upgrades.change.${change}`)}</Badge>
        {isBreaking && <Badge tone="danger">{t('instance.upgrades.breaking')}</Badge>}
      </span>
      <span className="shrink-0 text-sm text-muted sm:w-32">{t(`instance.upgrades.kind.${kind}`)}</span>
      <span className="min-w-0 flex-1">
        <code className="font-mono text-xs wrap-anywhere">{name}</code>
        {detail !== '' && <span className="block text-xs wrap-anywhere text-muted">{detail}</span>}
      </span>
    </li>
  )
}
