import { Field, Input } from '@host/plugin-sdk'

export interface MomentFieldProps {
  readonly label: string
  readonly hint?: string
  /** `YYYY-MM-DDTHH:mm` where the browser is; empty for none. */
  readonly value: string
  readonly error?: string | undefined
  readonly optional?: boolean
  readonly onChange: (value: string) => void
}

/** A date with a time. */
export function MomentField({ label, hint, value, error, optional = false, onChange }: MomentFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      <Input
        type="datetime-local"
        value={value}
        className="w-full sm:w-60"
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

/** The moment of a typed date and time, as endpoints take it; undefined while there is none. */
export function momentOf(typed: string): string | undefined {
  const time = new Date(typed)
  return typed === '' || Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** A moment as the field shows it. */
export function typedMoment(moment: string | null): string {
  const time = new Date(moment ?? '')
  if (Number.isNaN(time.getTime())) return ''
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
