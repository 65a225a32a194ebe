import { useState } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { DayRange } from './filter-definition.ts'
import { isNumberRange, readFilter } from './filter-value.ts'
import { RangeForm } from './RangeForm.tsx'

export interface DatesEditorProps {
  readonly value: DayRange
  readonly onChange: (value: DayRange | undefined) => void
}

/** Asks for the first and the last day of a filter. */
export function DatesEditor({ value, onChange }: DatesEditorProps) {
  const { t } = useTranslation()
  const [days, setDays] = useState({ from: value.from ?? '', to: value.to ?? '' })
  const isBackwards = days.from !== '' && days.to !== '' && days.from > days.to
  function apply() {
    const range = readFilter({ kind: 'dates', label: '' }, `${days.from}..${days.to}`)
    onChange(typeof range === 'object' && !isNumberRange(range) ? range : undefined)
  }
  return (
    <RangeForm
      type="date"
      labels={{ from: t('sdk.table.from'), to: t('sdk.table.to') }}
      value={days}
      problems={{ to: isBackwards ? t('sdk.table.backwards') : undefined }}
      onChange={setDays}
      onApply={apply}
    />
  )
}
