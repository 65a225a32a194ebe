import { acceptInvitation } from '@host/platform-api/recovery'
import { Field, Input, useTranslation } from '@host/plugin-sdk'
import { NewPasswordField } from '../recovery/NewPasswordField.tsx'
import { useNewAccount } from '../recovery/useNewAccount.ts'
import { SignInNote } from '../SignInNote.tsx'
import { SubmitButton } from '../SubmitButton.tsx'
import { useSignIn } from '../useSignIn.ts'
import { useThrottle } from '../useThrottle.ts'

export interface InvitedAccountFormProps {
  readonly token: string
  /** The address that was invited, which the account gets; holding its mail is proof enough of it. */
  readonly email: string
}

/** Makes the account that was invited, and goes in. */
export function InvitedAccountForm({ token, email }: InvitedAccountFormProps) {
  const { t } = useTranslation()
  const { attempt, isBusy, error } = useSignIn(acceptInvitation)
  const throttle = useThrottle(error)
  const { account, change, faults, rest, submit } = useNewAccount({
    email,
    error: throttle.error,
    onSubmit: ({ name, password }) => attempt({ token, name, password }),
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label={t('shell.setUp.email')}>
        <Input type="email" name="email" autoComplete="username" value={email} readOnly />
      </Field>
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
      <NewPasswordField
        value={account.password}
        onChange={(password) => change({ password })}
        error={faults.password}
      />
      <SignInNote error={rest} />
      <SubmitButton isBusy={isBusy} wait={throttle.wait}>
        {t('shell.invitation.create')}
      </SubmitButton>
    </form>
  )
}
