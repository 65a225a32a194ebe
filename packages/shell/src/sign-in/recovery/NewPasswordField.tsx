import { Field, PasswordInput, StrengthMeter, useTranslation } from '@host/plugin-sdk'

export interface NewPasswordFieldProps {
  readonly value: string
  readonly onChange: (password: string) => void
  readonly error?: string | undefined
  readonly isFirst?: boolean
}

/** A password that is chosen, with how hard it is to guess. */
export function NewPasswordField({ value, onChange, error, isFirst = false }: NewPasswordFieldProps) {
  const { t } = useTranslation()
  return (
    <>
      <Field label={t('shell.setUp.password')} hint={t('shell.setUp.passwordHint')} error={error} required>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          autoFocus={isFirst}
          maxLength={256}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <StrengthMeter password={value} />
    </>
  )
}
