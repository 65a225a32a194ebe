import { useState } from 'react'
import { Button, useTranslation } from '@host/plugin-sdk'
import { SignInFrame } from '../SignInFrame.tsx'
import { SignInNote } from '../SignInNote.tsx'
import { TextLink } from '../TextLink.tsx'
import { useAttempt } from '../useAttempt.ts'
import { useAnonymousCall } from '../useAnonymousCall.ts'
import { useCountdown, useThrottle } from '../useThrottle.ts'
import { emails, type MailFormProps } from './MailForm.tsx'

export interface MailSentProps {
  readonly kind: MailFormProps['kind']
  readonly email: string
  readonly onOther: () => void
}

/** Time before another email may be requested, in seconds. */
const pause = 60

/** Says to look into the mailbox, the same for every address, and offers to send the email again after a while. */
export function MailSent({ kind, email, onOther }: MailSentProps) {
  const { t } = useTranslation()
  const [sent, setSent] = useState(1)
  const left = useCountdown(pause, sent)
  const call = useAnonymousCall()
  const { attempt, isBusy, error } = useAttempt(async () => {
    await call(emails[kind], { email })
    setSent(sent + 1)
  })
  const throttle = useThrottle(error)
  const wait = Math.max(left, throttle.wait)
  return (
    <SignInFrame title={t('shell.mail.title')} description={t(`shell.mail.${kind}`, { email })}>
      <div className="flex flex-col gap-4">
        <p className="text-sm text-muted">{t('shell.mail.help')}</p>
        <p role="status" className="text-sm text-muted empty:hidden">
          {sent > 1 && t('shell.mail.again')}
        </p>
        <SignInNote error={throttle.error} />
        <Button busy={isBusy} disabled={wait > 0} onClick={() => attempt()} className="w-full">
          {wait > 0 ? t('shell.mail.resendIn', { count: wait }) : t('shell.mail.resend')}
        </Button>
        <Button variant="ghost" onClick={onOther} className="w-full">
          {t('shell.mail.other')}
        </Button>
        <p className="text-center">
          <TextLink to="~/login">{t('shell.setUp.toSignIn')}</TextLink>
        </p>
      </div>
    </SignInFrame>
  )
}
