import { useId } from 'react'
import { useFieldControl } from '../components/field-context.ts'
import { IconButton } from '../components/IconButton.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { DateRange } from './calendar/Calendar.tsx'
import { CalendarButton } from './CalendarButton.tsx'
import { dayProblem, type DayBounds } from './day-problem.ts'
import { DayInput } from './DayInput.tsx'
import { FieldNote } from './FieldNote.tsx'

export interface DateRangePickerProps extends DayBounds {
  /** Both ends as `2026-01-31`, or empty; for typed text that isn't a valid day, see `DatePicker`. */
  readonly value: DateRange
  readonly onChange: (value: DateRange) => void
  /** Names the range; omit only inside a `Field`. */
  readonly label?: string
  readonly disabled?: boolean
}

/**
 * A first and a last day, typed or picked from one calendar.
 * @example <DateRangePicker label={t('notes.written')} value={range} onChange={setRange} />
 * @since 1.0.0
 */
export function DateRangePicker({ value, onChange, label, min, max, disabled = false }: DateRangePickerProps) {
  const { t, language } = useTranslation()
  const noteId = useId()
  const field = useFieldControl()
  const { from, to } = value
  const problem = dayProblem(from, { min, max }) ?? dayProblem(to, { min: from === '' ? min : from, max })
  const end = { isWrong: problem !== undefined, noteId: problem && noteId, disabled, className: 'min-w-44 flex-1' }
  const clear = (from !== '' || to !== '') && !disabled && (
    <IconButton icon="x" size="compact" label={t('sdk.date.clear')} onClick={() => onChange({ from: '', to: '' })} />
  )
  return (
    <span
      role="group"
      aria-label={label}
      aria-labelledby={label === undefined && field.id !== undefined ? `${field.id}-label` : undefined}
      className="flex flex-col gap-1.5"
    >
      <span className="flex flex-wrap items-center gap-2">
        <DayInput {...end} value={from} label={t('sdk.date.from')} onChange={(next) => onChange({ from: next, to })} />
        <span aria-hidden className="text-subtle">
          –
        </span>
        <DayInput
          {...end}
          value={to}
          label={t('sdk.date.to')}
          onChange={(next) => onChange({ from, to: next })}
          trailing={
            <>
              {clear}
              <CalendarButton mode="range" chosen={value} onChoose={onChange} min={min} max={max} disabled={disabled} />
            </>
          }
        />
      </span>
      <FieldNote id={noteId} problem={problem?.[language]} />
    </span>
  )
}
