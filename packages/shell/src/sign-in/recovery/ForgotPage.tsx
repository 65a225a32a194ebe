import { useState } from 'react'
import { useTranslation } from '@host/plugin-sdk'
import { SignInFrame } from '../SignInFrame.tsx'
import { TextLink } from '../TextLink.tsx'
import { MailForm } from './MailForm.tsx'
import { MailSent } from './MailSent.tsx'

/** Where a new password is asked for. What it says is the same for every address. */
export default function ForgotPage() {
  const { t } = useTranslation()
  const [sentTo, setSentTo] = useState('')
  if (sentTo !== '') return <MailSent letter="reset" email={sentTo} onOther={() => setSentTo('')} />
  return (
    <SignInFrame title={t('shell.forgot.title')} description={t('shell.forgot.description')}>
      <MailForm letter="reset" onSent={setSentTo} />
      <p className="mt-4 text-center">
        <TextLink to="~/login">{t('shell.setUp.toSignIn')}</TextLink>
      </p>
    </SignInFrame>
  )
}
