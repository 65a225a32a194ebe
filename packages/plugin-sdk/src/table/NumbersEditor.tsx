import { useState } from 'react'
import { readAmount, writeAmount } from '../fields/money.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { NumberRange, NumbersFilter } from './filter-definition.ts'
import { isNumberRange, readFilter } from './filter-value.ts'
import { RangeForm, type TypedRange } from './RangeForm.tsx'

export interface NumbersEditorProps {
  readonly definition: NumbersFilter
  readonly value: NumberRange
  readonly onChange: (value: NumberRange | undefined) => void
}

/** Asks for the smallest and the largest number or amount of a filter. */
export function NumbersEditor({ definition, value, onChange }: NumbersEditorProps) {
  const { t } = useTranslation()
  const { currency, isWhole = false } = definition
  const [typed, setTyped] = useState<TypedRange>({
    from: writeEnd(value.from, currency),
    to: writeEnd(value.to, currency),
  })
  const rangeOf = ({ from, to }: TypedRange) =>
    readFilter(definition, `${readEnd(from, currency)}..${readEnd(to, currency)}`)
  const isWrong = (end: string) => end.trim() !== '' && rangeOf({ from: end, to: '' }) === undefined
  const problem = (end: string) =>
    isWrong(end) ? t(isWhole ? 'sdk.table.notWhole' : 'sdk.table.notNumber') : undefined
  const [from, to] = [problem(typed.from), problem(typed.to)]
  const isFull = typed.from.trim() !== '' && typed.to.trim() !== ''
  const isBackwards = from === undefined && to === undefined && isFull && rangeOf(typed) === undefined
  function apply() {
    const range = rangeOf(typed)
    onChange(isNumberRange(range) ? range : undefined)
  }
  return (
    <RangeForm
      type="number"
      labels={{ from: t('sdk.table.least'), to: t('sdk.table.most') }}
      value={typed}
      problems={{ from, to: to ?? (isBackwards ? t('sdk.table.numbersBackwards') : undefined) }}
      suffix={currency}
      onChange={setTyped}
      onApply={apply}
    />
  )
}

/** An end as a number field writes it, whatever the language. */
function writeEnd(value: number | undefined, currency: string | undefined): string {
  if (value === undefined) return ''
  return currency === undefined ? String(value) : writeAmount({ amount: value, currency }, 'en').replaceAll(',', '')
}

/** A typed end in the unit of the filter; text that is none stays in the way of a range. */
function readEnd(typed: string, currency: string | undefined): string {
  const text = typed.trim()
  return text === '' || currency === undefined ? text : String(readAmount(text, currency, 'en'))
}
