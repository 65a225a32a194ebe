import { Input, type CustomControl } from '@host/plugin-sdk'

type Control = CustomControl<string | null | undefined>

export interface MomentInputProps extends Pick<Control, 'value' | 'onChange'>, Partial<Pick<Control, 'onBlur'>> {}

/** A day and time in the time zone of the browser; the value is an ISO moment in UTC, or null. */
export function MomentInput({ value, onChange, onBlur }: MomentInputProps) {
  return (
    <Input
      type="datetime-local"
      value={localOf(value)}
      onChange={({ target }) => onChange(momentOf(target.value))}
      onBlur={onBlur}
    />
  )
}

function localOf(value: string | null | undefined): string {
  if (value === null || value === undefined) return ''
  const moment = new Date(value)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function momentOf(typed: string): string | null {
  const moment = new Date(typed)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}
