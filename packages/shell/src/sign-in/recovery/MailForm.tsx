import { useState, type SubmitEvent } from 'react'
import { forgotPassword, resendVerification } from '@host/platform-api/recovery'
import { Field, Input, useTranslation, type Endpoint } from '@host/plugin-sdk'
import { SignInNote } from '../SignInNote.tsx'
import { SubmitButton } from '../SubmitButton.tsx'
import { useAttempt } from '../useAttempt.ts'
import { useAnonymousCall } from '../useAnonymousCall.ts'
import { useThrottle } from '../useThrottle.ts'
import { isEmail } from './is-email.ts'

export interface MailFormProps {
  /** The requested email. */
  readonly kind: 'verify' | 'reset'
  readonly onSent: (email: string) => void
}

export const emails = { verify: resendVerification, reset: forgotPassword } satisfies Record<
  MailFormProps['kind'],
  Endpoint
>

/** Asks for an address, and has an email sent to it. */
export function MailForm({ kind, onSent }: MailFormProps) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [isChecked, setChecked] = useState(false)
  const call = useAnonymousCall()
  const { attempt, isBusy, error } = useAttempt(async (to: string) => {
    await call(emails[kind], { email: to })
    onSent(to)
  })
  const throttle = useThrottle(error)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (isEmail(email)) attempt(email.trim())
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field
        label={t('shell.signIn.email')}
        error={isChecked && !isEmail(email) ? t('shell.setUp.emailWrong') : undefined}
        required
      >
        <Input
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <SignInNote error={throttle.error} />
      <SubmitButton isBusy={isBusy} wait={throttle.wait}>
        {t('shell.mail.send')}
      </SubmitButton>
    </form>
  )
}
