import { useState } from 'react'
import { readSignInPolicy } from '@host/platform-api/sign-in'
import { Alert, useQuery, useTranslation } from '@host/plugin-sdk'
import { SignInFrame } from '../SignInFrame.tsx'
import { TextLink } from '../TextLink.tsx'
import { MailForm } from './MailForm.tsx'
import { MailSent } from './MailSent.tsx'

/** Requests a password reset. The response is the same for every address. */
export default function ForgotPage() {
  const { t } = useTranslation()
  const [sentTo, setSentTo] = useState('')
  const policy = useQuery(readSignInPolicy, undefined, { errors: 'page' })
  const canSend = policy.data?.canResetPassword !== false
  if (sentTo !== '') return <MailSent kind="reset" email={sentTo} onOther={() => setSentTo('')} />
  return (
    <SignInFrame title={t('shell.forgot.title')} {...(canSend && { description: t('shell.forgot.description') })}>
      {canSend ? (
        <MailForm kind="reset" onSent={setSentTo} />
      ) : (
        <Alert tone="warning" title={t('shell.forgot.noMail')}>
          {t('shell.forgot.noMailHelp')}
        </Alert>
      )}
      <p className="mt-4 text-center">
        <TextLink to="~/login">{t('shell.setUp.toSignIn')}</TextLink>
      </p>
    </SignInFrame>
  )
}
