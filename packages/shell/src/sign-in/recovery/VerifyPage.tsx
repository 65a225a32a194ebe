import { useState } from 'react'
import { verifyEmail } from '@host/platform-api/recovery'
import { ButtonLink, useTranslation } from '@host/plugin-sdk'
import { SignInFrame } from '../SignInFrame.tsx'
import { useAttempt } from '../useAttempt.ts'
import { useAnonymousCall } from '../useAnonymousCall.ts'
import { DeadLink } from './DeadLink.tsx'
import { isDeadLink } from './is-dead-link.ts'
import { MailForm } from './MailForm.tsx'
import { MailSent } from './MailSent.tsx'
import { PressToGoOn } from './PressToGoOn.tsx'
import { useLinkToken } from './useLinkToken.ts'

/** Where the link leads that verifies the address of a new account. */
export default function VerifyPage() {
  const { t } = useTranslation()
  const token = useLinkToken()
  const [isDone, setDone] = useState(false)
  const [sentTo, setSentTo] = useState('')
  const call = useAnonymousCall()
  const { attempt, isBusy, error } = useAttempt(async () => {
    await call(verifyEmail, { token })
    setDone(true)
  })
  if (sentTo !== '') return <MailSent kind="verify" email={sentTo} onOther={() => setSentTo('')} />
  if (token === '' || isDeadLink(error)) {
    return (
      <DeadLink kind="verify" isIncomplete={token === ''}>
        <MailForm kind="verify" onSent={setSentTo} />
      </DeadLink>
    )
  }
  if (isDone) {
    return (
      <SignInFrame title={t('shell.verify.done')} description={t('shell.verify.doneHelp')}>
        <ButtonLink to="~/login" variant="primary">
          {t('shell.signIn.submit')}
        </ButtonLink>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={t('shell.verify.title')} description={t('shell.verify.description')}>
      <PressToGoOn label={t('shell.verify.submit')} isBusy={isBusy} error={error} onPress={attempt} />
    </SignInFrame>
  )
}
