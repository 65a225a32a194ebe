import { useState } from 'react'
import { register, type NewAccount } from '@host/platform-api/recovery'
import { readSignInPolicy } from '@host/platform-api/sign-in'
import { ButtonLink, Field, Input, useQuery, useTranslation } from '@host/plugin-sdk'
import { SignInFrame } from '../SignInFrame.tsx'
import { SignInNote } from '../SignInNote.tsx'
import { SubmitButton } from '../SubmitButton.tsx'
import { TextLink } from '../TextLink.tsx'
import { useAttempt } from '../useAttempt.ts'
import { useAnonymousCall } from '../useAnonymousCall.ts'
import { useThrottle } from '../useThrottle.ts'
import { MailSent } from './MailSent.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { useNewAccount } from './useNewAccount.ts'

/** Where an anonymous client makes an account, when the instance lets them. */
export default function RegisterPage() {
  const { t } = useTranslation()
  const [sentTo, setSentTo] = useState('')
  const policy = useQuery(readSignInPolicy, undefined, { errors: 'page' })
  // A form that then goes away would move the frame, and take what was typed.
  if (policy.isPending) return null
  if (sentTo !== '') return <MailSent kind="verify" email={sentTo} onOther={() => setSentTo('')} />
  if (policy.data?.canRegister === false) {
    return (
      <SignInFrame title={t('shell.register.closed')} description={t('shell.register.closedHelp')}>
        <ButtonLink to="~/login">{t('shell.setUp.toSignIn')}</ButtonLink>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={t('shell.register.title')} description={t('shell.register.description')}>
      <RegisterForm onDone={setSentTo} />
      <p className="mt-4 text-center text-sm text-muted">
        {t('shell.register.hasAccount')} <TextLink to="~/login">{t('shell.signIn.submit')}</TextLink>
      </p>
    </SignInFrame>
  )
}

function RegisterForm({ onDone }: { readonly onDone: (email: string) => void }) {
  const { t } = useTranslation()
  const call = useAnonymousCall()
  const { attempt, isBusy, error } = useAttempt(async (wanted: NewAccount) => {
    await call(register, wanted)
    onDone(wanted.email)
  })
  const throttle = useThrottle(error)
  const { account, change, faults, rest, submit } = useNewAccount({ error: throttle.error, onSubmit: attempt })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label={t('shell.setUp.name')} error={faults.name} required>
        <Input
          name="name"
          autoComplete="name"
          autoFocus
          maxLength={100}
          value={account.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Field label={t('shell.setUp.email')} error={faults.email} required>
        <Input
          type="email"
          name="email"
          autoComplete="username"
          maxLength={254}
          value={account.email}
          onChange={(event) => change({ email: event.target.value })}
        />
      </Field>
      <NewPasswordField
        value={account.password}
        onChange={(password) => change({ password })}
        error={faults.password}
      />
      <SignInNote error={rest} />
      <SubmitButton isBusy={isBusy} wait={throttle.wait}>
        {t('shell.register.submit')}
      </SubmitButton>
    </form>
  )
}
