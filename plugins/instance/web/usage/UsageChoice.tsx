import { Button, Select, useTranslation } from '@host/plugin-sdk'
import { telemetryRanges, type TelemetryRange } from '../../shared.ts'

export interface UsageChoiceProps {
  readonly range: TelemetryRange
  /** Empty for all of them. */
  readonly plugin: string
  /** Those that there is anything of. */
  readonly plugins: readonly { readonly name: string; readonly title: string }[]
  readonly onChange: (changes: { readonly range?: string; readonly plugin?: string }) => void
}

const all = 'all'

/** Since when, and of which plugin. */
export function UsageChoice({ range, plugin, plugins, onChange }: UsageChoiceProps) {
  const { t } = useTranslation()
  // A link may name a plugin that has done nothing since.
  const isKnown = plugin === '' || plugins.some(({ name }) => name === plugin)
  const named = isKnown ? plugins : [...plugins, { name: plugin, title: plugin }]
  const options = [
    { value: all, label: t('instance.usage.allPlugins') },
    ...named.map(({ name, title }) => ({ value: name, label: title })),
  ]
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
      <div role="group" aria-label={t('instance.usage.range')} className="flex gap-1">
        {telemetryRanges.map((one) => (
          <Button
            key={one}
            size="compact"
            variant={one === range ? 'secondary' : 'ghost'}
            aria-pressed={one === range}
            onClick={() => onChange({ range: one })}
          >
            {t(`instance.usage.ranges.${one}`)}
          </Button>
        ))}
      </div>
      <Select
        size="compact"
        label={t('instance.usage.plugin')}
        value={plugin === '' ? all : plugin}
        options={options}
        onChange={(value) => onChange({ plugin: value === all ? '' : value })}
      />
    </div>
  )
}
