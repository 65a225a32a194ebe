import { useId } from 'react'
import { useFieldControl } from '../components/field-context.ts'
import { IconButton } from '../components/IconButton.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { CalendarButton } from './CalendarButton.tsx'
import { dayProblem, type DayBounds } from './day-problem.ts'
import { DayInput } from './DayInput.tsx'
import { FieldNote } from './FieldNote.tsx'

export interface DatePickerProps extends DayBounds {
  /**
   * The day as `2026-01-31`, or an empty string. Typed text that isn't a valid day is passed on unchanged and marked as
   * invalid; a schema of days rejects it.
   */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  /** Names the choice; omit only inside a `Field`. */
  readonly label?: string
  readonly disabled?: boolean
}

/**
 * A day, typed in the reader's own notation or picked from a calendar, which is loaded when it is first opened.
 * @example <DatePicker label={t('notes.due')} value={due} onChange={setDue} min="2026-01-01" />
 * @since 1.0.0
 */
export function DatePicker({ value, onChange, onBlur, label, min, max, disabled = false }: DatePickerProps) {
  const { t, language } = useTranslation()
  const noteId = useId()
  const isToldByField = useFieldControl()['aria-invalid'] === true
  const problem = isToldByField ? undefined : dayProblem(value, { min, max })?.[language]
  const trailing = (
    <>
      {value !== '' && !disabled && (
        <IconButton icon="x" size="compact" label={t('sdk.date.clear')} onClick={() => onChange('')} />
      )}
      <CalendarButton
        mode="day"
        chosen={{ from: value, to: '' }}
        onChoose={({ from }) => onChange(from)}
        min={min}
        max={max}
        disabled={disabled}
      />
    </>
  )
  return (
    <span className="flex flex-col gap-1.5">
      <DayInput
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        label={label}
        isWrong={problem !== undefined}
        noteId={problem === undefined ? undefined : noteId}
        disabled={disabled}
        trailing={trailing}
      />
      <FieldNote id={noteId} problem={problem} />
    </span>
  )
}
