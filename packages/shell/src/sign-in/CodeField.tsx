import { Field, Input, useTranslation } from '@host/plugin-sdk'

export interface CodeFieldProps {
  readonly kind: 'totp' | 'recovery'
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
}

/** A code of an authenticator app, pasted or typed in any grouping, or a recovery code as it was written down. */
export function CodeField({ kind, value, onChange, error }: CodeFieldProps) {
  const { t } = useTranslation()
  const isDigits = kind === 'totp'
  return (
    <Field label={t(`shell.code.${kind}`)} hint={t(`shell.code.${kind}Hint`)} error={error} required>
      <Input
        key={kind}
        name="code"
        autoFocus
        autoComplete={isDigits ? 'one-time-code' : 'off'}
        inputMode={isDigits ? 'numeric' : 'text'}
        autoCapitalize="off"
        spellCheck={false}
        maxLength={40}
        className="tabular-nums"
        value={value}
        onChange={({ target }) => onChange(isDigits ? target.value.replaceAll(/\D/g, '').slice(0, 6) : target.value)}
      />
    </Field>
  )
}

/** Whether a code can be sent. */
export function isWholeCode(kind: 'totp' | 'recovery', code: string): boolean {
  return kind === 'totp' ? code.length === 6 : code.trim() !== ''
}
