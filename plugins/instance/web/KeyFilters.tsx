import { Select, useTranslation } from '@host/plugin-sdk'
import { keyStates, type IdempotencyKeyCount } from '../shared.ts'
import type { KeyFilter } from './useKeyFilter.ts'

const all = '*'

export interface KeyFiltersProps {
  /** What there is to choose from. */
  readonly counts: readonly IdempotencyKeyCount[]
  readonly filter: KeyFilter
  readonly onFilter: (filter: KeyFilter) => void
}

/** Which plugin's keys, and in which state. */
export function KeyFilters({ counts, filter: { plugin, state }, onFilter }: KeyFiltersProps) {
  const { t } = useTranslation()
  const titles = new Map(counts.map((count) => [count.plugin.name, count.plugin.title]))
  // A link may name a plugin that has no live key any more.
  if (plugin !== undefined && !titles.has(plugin)) titles.set(plugin, plugin)
  const plugins = [...titles].map(([value, label]) => ({ value, label }))
  const states = keyStates.map((value) => ({ value, label: t(`instance.keys.${value}`) }))
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        size="compact"
        label={t('instance.keys.plugin')}
        value={plugin ?? all}
        options={[{ value: all, label: t('instance.keys.anyPlugin') }, ...plugins]}
        onChange={(value) =>
          onFilter({ ...(value !== all && { plugin: value }), ...(state !== undefined && { state }) })
        }
      />
      <Select<(typeof keyStates)[number] | typeof all>
        size="compact"
        label={t('instance.keys.state')}
        value={state ?? all}
        options={[{ value: all, label: t('instance.keys.anyState') }, ...states]}
        onChange={(value) =>
          onFilter({ ...(plugin !== undefined && { plugin }), ...(value !== all && { state: value }) })
        }
      />
    </div>
  )
}
