import { useId } from 'react'
import { Link, useFormat, useTranslation } from '@host/plugin-sdk'
import type { Feature } from '../shared.ts'
import { CoreMark } from './CoreMark.tsx'
import { FeatureHealthMark } from './FeatureHealthMark.tsx'
import { FeatureIcon } from './FeatureIcon.tsx'
import { FeatureSwitch } from './FeatureSwitch.tsx'

export interface FeatureCardProps {
  readonly feature: Feature
  readonly all: readonly Feature[]
}

/** A feature with its switch and its relations; the title links to its details. */
export function FeatureCard({ feature, all }: FeatureCardProps) {
  const note = useId()
  const { key, title, description, core } = feature
  return (
    <li className="flex flex-col rounded-card border border-line bg-surface p-4">
      <div className="flex items-start gap-3">
        <FeatureIcon feature={feature} />
        <div className="min-w-0 flex-1">
          <h3 className="flex flex-wrap items-center gap-2 text-base font-semibold">
            <Link to={`/features/${key}`} className="py-0.5 hover:underline">
              {title}
            </Link>
            {core && <CoreMark />}
            <FeatureHealthMark feature={feature} />
          </h3>
          <p className="mt-0.5 text-sm text-muted">{description}</p>
        </div>
        {!core && <FeatureSwitch feature={feature} all={all} describedBy={note} />}
      </div>
      <Relations id={note} feature={feature} all={all} />
    </li>
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
