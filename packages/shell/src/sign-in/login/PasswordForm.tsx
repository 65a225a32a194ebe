import { useState, type SubmitEvent } from 'react'
import { login, type SecondFactor } from '@host/platform-api/sign-in'
import { Field, Input, PasswordInput, useTranslation } from '@host/plugin-sdk'
import { SignInNote } from '../SignInNote.tsx'
import { SubmitButton } from '../SubmitButton.tsx'
import { TextLink } from '../TextLink.tsx'
import { useSignIn } from '../useSignIn.ts'
import { useThrottle } from '../useThrottle.ts'

export interface PasswordFormProps {
  readonly email: string
  readonly onEmail: (email: string) => void
  readonly onSecondFactor: (methods: readonly SecondFactor[]) => void
  /** Whether a new password can be had by mail. */
  readonly canReset: boolean
}

/** Email and password. The browser may offer a passkey in the autofill of the first field. */
export function PasswordForm({ email, onEmail, onSecondFactor, canReset }: PasswordFormProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { attempt, isBusy, error } = useSignIn(login, onSecondFactor)
  const throttle = useThrottle(error)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (email.trim() !== '' && password !== '') attempt({ email: email.trim(), password })
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field
        label={t('shell.signIn.email')}
        error={isChecked && email.trim() === '' ? t('shell.signIn.emailMissing') : undefined}
        required
      >
        <Input
          type="email"
          name="email"
          autoComplete="username webauthn"
          autoFocus
          maxLength={254}
          value={email}
          onChange={(event) => onEmail(event.target.value)}
        />
      </Field>
      <div className="flex flex-col gap-1.5">
        <Field
          label={t('shell.signIn.password')}
          error={isChecked && password === '' ? t('shell.signIn.passwordMissing') : undefined}
          required
        >
          <PasswordInput
            name="password"
            autoComplete="current-password"
            maxLength={256}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        {canReset && (
          <div className="flex justify-end">
            <TextLink to="~/forgot">{t('shell.forgot.link')}</TextLink>
          </div>
        )}
      </div>
      <SignInNote error={throttle.error} />
      <SubmitButton isBusy={isBusy} wait={throttle.wait}>
        {t('shell.signIn.submit')}
      </SubmitButton>
    </form>
  )
}
