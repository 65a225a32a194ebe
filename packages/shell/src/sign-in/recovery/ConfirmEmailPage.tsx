import { useState } from 'react'
import { confirmEmail } from '@host/platform-api/recovery'
import { ButtonLink, useTranslation } from '@host/plugin-sdk'
import { useSessionActions } from '@host/plugin-sdk/shell'
import { SignInFrame } from '../SignInFrame.tsx'
import { useAttempt } from '../useAttempt.ts'
import { useAnonymousCall } from '../useAnonymousCall.ts'
import { DeadLink } from './DeadLink.tsx'
import { isDeadLink } from './is-dead-link.ts'
import { PressToGoOn } from './PressToGoOn.tsx'
import { useLinkToken } from './useLinkToken.ts'

/** Target of the link that confirms a new address of an account, whose sessions then end. */
export default function ConfirmEmailPage() {
  const { t } = useTranslation()
  const token = useLinkToken()
  const [isDone, setDone] = useState(false)
  const { end } = useSessionActions()
  const call = useAnonymousCall()
  const { attempt, isBusy, error } = useAttempt(async () => {
    await call(confirmEmail, { token })
    end()
    setDone(true)
  })
  if (token === '' || isDeadLink(error)) {
    return (
      <DeadLink kind="confirmEmail" isIncomplete={token === ''}>
        <ButtonLink to="~/login">{t('shell.setUp.toSignIn')}</ButtonLink>
      </DeadLink>
    )
  }
  if (isDone) {
    return (
      <SignInFrame title={t('shell.confirmEmail.done')} description={t('shell.confirmEmail.doneHelp')}>
        <ButtonLink to="~/login" variant="primary">
          {t('shell.signIn.submit')}
        </ButtonLink>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={t('shell.confirmEmail.title')} description={t('shell.confirmEmail.description')}>
      <PressToGoOn label={t('shell.confirmEmail.submit')} isBusy={isBusy} error={error} onPress={attempt} />
    </SignInFrame>
  )
}
