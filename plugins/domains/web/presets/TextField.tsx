import { Field, Input, type InputProps } from '@host/plugin-sdk'

export interface TextFieldProps extends Omit<InputProps, 'value' | 'onChange'> {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string
  readonly error?: string | undefined
  readonly optional?: boolean
}

/** A line of text with its label, hint and error. */
export function TextField({ label, hint, error, optional = false, onChange, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} required={!optional}>
      <Input {...rest} autoComplete="off" spellCheck={false} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}
