import { useCallback } from 'react'
import { readRestoreChoices, type RestorableBackup } from '@host/platform-api/set-up-restore'
import { Button, ClientError, ErrorNote, LoadingRegion, Skeleton, useTranslation } from '@host/plugin-sdk'
import { useLinkTarget } from '../../recovery/useLinkTarget.ts'
import { SignInFrame } from '../../SignInFrame.tsx'
import { useAnonymousCall } from '../../useAnonymousCall.ts'
import { SetUpNotice } from '../SetUpNotice.tsx'
import { NoBackups } from './NoBackups.tsx'
import { RestoreForm } from './RestoreForm.tsx'
import { useTitleFocus } from './useTitleFocus.ts'

export interface RestoreChoiceProps {
  readonly token: string
  readonly onBack: () => void
  readonly onOrdered: (backup: RestorableBackup) => void
}

/** The backups of the instance's place, to choose one from. */
export function RestoreChoice({ token, onBack, onOrdered }: RestoreChoiceProps) {
  const { t } = useTranslation()
  const call = useAnonymousCall()
  const read = useCallback((given: string) => call(readRestoreChoices, { token: given }), [call])
  const { found, error, retry } = useLinkTarget(token, read)
  useTitleFocus()
  if (error instanceof ClientError && error.status === 410) return <SetUpNotice kind="done" />
  return (
    <SignInFrame title={t('shell.restore.title')} description={t('shell.restore.description')}>
      {found !== undefined && found.backups.length > 0 ? (
        <RestoreForm token={token} choices={found} onBack={onBack} onOrdered={onOrdered} />
      ) : (
        <div className="flex flex-col gap-4">
          {found === undefined && error === null && <LoadingForm />}
          {found !== undefined && <NoBackups place={found.place} onRetry={retry} />}
          <ErrorNote error={error} onRetry={retry} />
          <Button onClick={onBack} className="self-start">
            {t('shell.setUp.back')}
          </Button>
        </div>
      )}
    </SignInFrame>
  )
}

/** As tall as a form with a few backups. */
function LoadingForm() {
  return (
    <LoadingRegion className="flex flex-col gap-3">
      <Skeleton className="h-4 w-20" />
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-9 w-full" />
      ))}
    </LoadingRegion>
  )
}
