import { useId } from 'react'
import { Badge, Icon, Toggle, useFormat, useTranslation } from '@host/plugin-sdk'
import type { Feature } from '../shared.ts'
import { useSwitchFeature } from './useSwitchFeature.ts'

export interface FeatureCardProps {
  readonly feature: Feature
  readonly all: readonly Feature[]
}

/** A feature with its switch, what it needs, and what needs it. */
export function FeatureCard({ feature, all }: FeatureCardProps) {
  const switchFeature = useSwitchFeature()
  const note = useId()
  const { key, title, description, icon, enabled, core } = feature
  return (
    <li className="flex flex-col rounded-card border border-line bg-surface p-4">
      <div className="flex items-start gap-3">
        <span
          className={`flex size-9 shrink-0 items-center justify-center rounded-card ${enabled ? 'bg-accent-soft text-accent-fg' : 'bg-hover text-subtle'}`}
        >
          <Icon name={icon} size={18} />
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="flex flex-wrap items-center gap-2 text-base font-semibold">
            {title}
            {core && <CoreMark />}
            <Health feature={feature} />
          </h3>
          <p className="mt-0.5 text-sm text-muted">{description}</p>
        </div>
        {!core && (
          <Toggle
            label={title}
            describedBy={note}
            checked={enabled}
            onChange={(next) => switchFeature({ key, enabled: next })}
          />
        )}
      </div>
      <Relations id={note} feature={feature} all={all} />
    </li>
  )
}

function CoreMark() {
  const { t } = useTranslation()
  return (
    <Badge>
      <Icon name="lock" size={12} />
      {t('features.core')}
    </Badge>
  )
}

function Health({ feature: { health, enabled } }: { readonly feature: Feature }) {
  const { t } = useTranslation()
  if (health === 'ok' || !enabled) return null
  return (
    <Badge dot tone={health === 'down' ? 'danger' : 'warning'}>
      {t(`features.health.${health}`)}
    </Badge>
  )
}

function Relations({ id, feature, all }: FeatureCardProps & { readonly id: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const titles = (keys: readonly string[]) =>
    format.list(keys.map((key) => all.find((one) => one.key === key)?.title ?? key))
  const needs = feature.requires.length > 0 && t('features.needs', { list: titles(feature.requires) })
  const neededBy = feature.requiredBy.length > 0 && t('features.neededBy', { list: titles(feature.requiredBy) })
  return (
    <div id={id} className="mt-auto text-xs text-subtle [&>p]:mt-3 [&>p+p]:mt-1">
      {needs !== false && <p>{needs}</p>}
      {neededBy !== false && <p>{neededBy}</p>}
    </div>
  )
}
