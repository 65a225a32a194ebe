import { useState, type ReactNode, type SubmitEvent } from 'react'
import { Button, Field, PasswordInput, useTranslation } from '@host/plugin-sdk'
import { dialogClass } from '@host/plugin-sdk/shell'
import { SignInNote } from '../sign-in/SignInNote.tsx'

export interface PasswordAgainProps {
  readonly email: string
  /** Whether this instance takes passwords. */
  readonly isOffered: boolean
  readonly isBusy: boolean
  readonly error: unknown
  readonly onSubmit: (password: string) => void
  /** The button that gives the page up. */
  readonly leave: ReactNode
  /** The other ways. */
  readonly children: ReactNode
}

/** The password of the account that was signed in, with the other ways below. */
export function PasswordAgain({ email, isOffered, isBusy, error, onSubmit, leave, children }: PasswordAgainProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (password !== '') onSubmit(password)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      {isOffered && (
        <Field
          label={t('shell.signIn.password')}
          error={isChecked && password === '' ? t('shell.signIn.passwordMissing') : undefined}
          required
        >
          <PasswordInput
            autoFocus
            name="password"
            autoComplete="current-password"
            maxLength={256}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      )}
      <SignInNote error={error} />
      <div className="flex flex-col gap-1">
        <div className="flex flex-wrap gap-2">{children}</div>
        <p className="text-xs text-subtle">{t('shell.lapsed.elsewhereHelp')}</p>
      </div>
      <div className={dialogClass.actions}>
        {leave}
        {isOffered && (
          <Button type="submit" variant="primary" busy={isBusy}>
            {t('shell.lapsed.submit')}
          </Button>
        )}
      </div>
    </form>
  )
}
