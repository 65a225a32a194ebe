import { useState, type SubmitEvent } from 'react'
import { resetPassword } from '@host/platform-api/recovery'
import { ButtonLink, ClientError, formErrors, passwordStrength, useTranslation } from '@host/plugin-sdk'
import { useSessionActions } from '@host/plugin-sdk/shell'
import { SignInFrame } from '../SignInFrame.tsx'
import { SignInNote } from '../SignInNote.tsx'
import { SubmitButton } from '../SubmitButton.tsx'
import { useAttempt } from '../useAttempt.ts'
import { useAnonymousCall } from '../useAnonymousCall.ts'
import { useThrottle } from '../useThrottle.ts'
import { DeadLink } from './DeadLink.tsx'
import { isDeadLink } from './is-dead-link.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { useLinkToken } from './useLinkToken.ts'

/** Where the link leads that sets a new password; every session of the account ends with it. */
export default function ResetPage() {
  const { t } = useTranslation()
  const token = useLinkToken()
  const [isDone, setDone] = useState(false)
  const { end } = useSessionActions()
  const call = useAnonymousCall()
  const { attempt, isBusy, error } = useAttempt(async (password: string) => {
    await call(resetPassword, { token, password })
    end()
    setDone(true)
  })
  if (token === '' || isDeadLink(error)) {
    return (
      <DeadLink kind="reset" isIncomplete={token === ''}>
        <ButtonLink to="~/forgot" variant="primary">
          {t('shell.link.resetAction')}
        </ButtonLink>
      </DeadLink>
    )
  }
  if (isDone) {
    return (
      <SignInFrame title={t('shell.reset.done')} description={t('shell.reset.doneHelp')}>
        <ButtonLink to="~/login" variant="primary">
          {t('shell.signIn.submit')}
        </ButtonLink>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={t('shell.reset.title')} description={t('shell.reset.description')}>
      <ResetForm isBusy={isBusy} error={error} onSubmit={attempt} />
    </SignInFrame>
  )
}

interface ResetFormProps {
  readonly isBusy: boolean
  readonly error: unknown
  readonly onSubmit: (password: string) => void
}

function ResetForm({ isBusy, error, onSubmit }: ResetFormProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const throttle = useThrottle(error)
  const { fields, rest } = formErrors(throttle.error instanceof ClientError ? throttle.error : null, ['password'])
  const isShort = passwordStrength(password) === 0
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (!isShort) onSubmit(password)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <NewPasswordField
        isFirst
        value={password}
        onChange={setPassword}
        error={isChecked && isShort ? t('shell.setUp.passwordShort') : fields.password}
      />
      <SignInNote error={throttle.error instanceof ClientError ? rest : throttle.error} />
      <SubmitButton isBusy={isBusy} wait={throttle.wait}>
        {t('shell.reset.submit')}
      </SubmitButton>
    </form>
  )
}
