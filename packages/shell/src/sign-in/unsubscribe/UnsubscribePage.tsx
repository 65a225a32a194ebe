import { useCallback, useState } from 'react'
import { endEmails, readEmails } from '@host/platform-api/unsubscribing'
import { ButtonLink, ErrorState, LoadingRegion, Skeleton, useTranslation } from '@host/plugin-sdk'
import { DeadLink } from '../recovery/DeadLink.tsx'
import { isDeadLink } from '../recovery/is-dead-link.ts'
import { PressToGoOn } from '../recovery/PressToGoOn.tsx'
import { useLinkTarget } from '../recovery/useLinkTarget.ts'
import { useLinkToken } from '../recovery/useLinkToken.ts'
import { SignInFrame } from '../SignInFrame.tsx'
import { useAttempt } from '../useAttempt.ts'
import { useAnonymousCall } from '../useAnonymousCall.ts'

/** Where the link at the end of an email leads: it says which emails they are, and a press ends them. */
export default function UnsubscribePage() {
  const { t } = useTranslation()
  const token = useLinkToken()
  const call = useAnonymousCall()
  const [isDone, setDone] = useState(false)
  const read = useCallback((secret: string) => call(readEmails, { token: secret }), [call])
  const { found: emails, error: lookError, retry } = useLinkTarget(token, read)
  const { attempt, isBusy, error } = useAttempt(async () => {
    await call(endEmails, { token })
    setDone(true)
  })
  if (token === '' || isDeadLink(lookError) || isDeadLink(error)) {
    return (
      <DeadLink kind="unsubscribe" isIncomplete={token === ''}>
        <ToSettings />
      </DeadLink>
    )
  }
  if (lookError !== null) return <ErrorState error={lookError} onRetry={retry} />
  if (emails === undefined) return <Waiting />
  const kind = emails.category ?? t('shell.unsubscribe.summaries')
  if (isDone || !emails.isOn) {
    return (
      <SignInFrame title={t('shell.unsubscribe.done')} description={t('shell.unsubscribe.doneHelp', { kind })}>
        <ToSettings />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={t('shell.unsubscribe.title')} description={t('shell.unsubscribe.description', { kind })}>
      <PressToGoOn label={t('shell.unsubscribe.submit')} isBusy={isBusy} error={error} onPress={attempt} />
    </SignInFrame>
  )
}

function ToSettings() {
  const { t } = useTranslation()
  return <ButtonLink to="~/admin/settings/notification-settings">{t('shell.unsubscribe.settings')}</ButtonLink>
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <SignInFrame title={t('shell.unsubscribe.title')}>
      <LoadingRegion>
        <Skeleton className="h-4 w-80 max-w-full" />
      </LoadingRegion>
    </SignInFrame>
  )
}
