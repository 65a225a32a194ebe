import { Popover } from '@base-ui/react/popover'
import { useState } from 'react'
import type { Language } from '@host/plugin/wire'
import { IconButton } from '../components/IconButton.tsx'
import { useStoredOptions } from '../components/useStoredOptions.ts'
import { useFormat, type Format } from '../i18n/useFormat.ts'
import type { Translate } from '../i18n/texts.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { localeOf } from '../dates/local-day.ts'
import { writeMoney, writeMoneyRange } from '../fields/money.ts'
import { FilterEditor } from './FilterEditor.tsx'
import type { FilterDefinition, FilterValue, NumberRange } from './filter-definition.ts'
import { isNumberRange } from './filter-value.ts'

export interface FilterChipProps {
  readonly definition: FilterDefinition
  readonly value: FilterValue | undefined
  /** It was just added and asks for its value. */
  readonly isNew: boolean
  readonly onChange: (value: FilterValue | undefined) => void
  /** Its editor was closed. */
  readonly onLeave: () => void
}

/** A filter that is on: its name and value, which a press changes, and a way to take it off. */
export function FilterChip({ definition, value, isNew, onChange, onLeave }: FilterChipProps) {
  const { t, language } = useTranslation()
  const format = useFormat()
  const { label } = definition
  const name = useLookupName(definition, value)
  const [isOpen, setOpen] = useState(isNew)
  function turn(next: boolean) {
    setOpen(next)
    if (!next) onLeave()
  }
  function choose(next: FilterValue | undefined) {
    setOpen(false)
    onChange(next)
  }
  return (
    <li className="flex max-w-full items-center rounded-control border border-line bg-surface text-sm">
      <Popover.Root open={isOpen} onOpenChange={turn}>
        <Popover.Trigger className="flex h-compact min-w-0 items-center gap-1.5 rounded-control px-2.5 transition-colors hover:bg-hover">
          <span className="text-muted">{label}</span>
          <span className="min-w-0 truncate font-medium">
            {name ?? valueText(definition, value, { t, format, language })}
          </span>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner className="z-50 outline-none" align="start" sideOffset={6} collisionPadding={8}>
            <Popover.Popup
              aria-label={label}
              className="w-72 max-w-full rounded-card border border-line bg-raised p-3 text-fg shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
            >
              <FilterEditor definition={definition} value={value} onChange={choose} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      <IconButton
        icon="x"
        size="compact"
        label={t('sdk.table.removeFilter', { name: label })}
        onClick={() => onChange(undefined)}
      />
    </li>
  )
}

/** The name of the value of a lookup; undefined for other filters. */
function useLookupName(definition: FilterDefinition, value: FilterValue | undefined): string | undefined {
  const isLookup = definition.kind === 'lookup' && typeof value === 'string'
  const stored = useStoredOptions(isLookup ? definition.find : undefined, isLookup ? [value] : [])
  return isLookup ? stored.optionOf(value).label : undefined
}

interface Words {
  readonly t: Translate
  readonly format: Format
  readonly language: Language
}

function valueText(definition: FilterDefinition, value: FilterValue | undefined, words: Words): string {
  const { t, format } = words
  if (value === undefined) return '…'
  if (typeof value === 'boolean') return t(value ? 'sdk.table.yes' : 'sdk.table.no')
  if (typeof value === 'string') {
    const options = definition.kind === 'choice' ? definition.options : []
    return options.find((option) => option.value === value)?.label ?? value
  }
  if (isNumberRange(value)) return numbersText(definition, value, words)
  const [from, to] = [value.from, value.to].map((day) => (day === undefined ? '' : format.date(`${day}T00:00:00`)))
  return `${from} – ${to}`.trim()
}

function numbersText(definition: FilterDefinition, { from, to }: NumberRange, { format, language }: Words): string {
  const currency = definition.kind === 'numbers' ? definition.currency : undefined
  const locale = localeOf(language)
  const write = (value: number): string =>
    currency === undefined ? format.number(value) : writeMoney({ amount: value, currency }, locale)
  if (from === undefined) return to === undefined ? '' : `≤ ${write(to)}`
  if (to === undefined) return `≥ ${write(from)}`
  if (currency !== undefined) return writeMoneyRange([from, to], currency, locale)
  return from === to ? write(from) : new Intl.NumberFormat(locale).formatRange(from, to)
}
