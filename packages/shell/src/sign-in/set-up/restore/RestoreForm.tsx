import { useState, type SubmitEvent } from 'react'
import { restoreInstance, type RestorableBackup, type RestoreChoices } from '@host/platform-api/set-up-restore'
import { Alert, Button, ClientError, ErrorNote, formErrors, useTranslation } from '@host/plugin-sdk'
import { SubmitButton } from '../../SubmitButton.tsx'
import { useAnonymousCall } from '../../useAnonymousCall.ts'
import { useAttempt } from '../../useAttempt.ts'
import { useThrottle } from '../../useThrottle.ts'
import { BackupList } from './BackupList.tsx'
import { PrivateKeyField } from './PrivateKeyField.tsx'

export interface RestoreFormProps {
  readonly token: string
  readonly choices: RestoreChoices
  readonly onBack: () => void
  readonly onOrdered: (backup: RestorableBackup) => void
}

/** Chooses a backup and orders its restore. */
export function RestoreForm({ token, choices, onBack, onOrdered }: RestoreFormProps) {
  const { t } = useTranslation()
  const { backups, hasKey, failure } = choices
  const [id, setId] = useState(() => backups.find(({ isSameDatabase }) => isSameDatabase)?.id)
  const [key, setKey] = useState('')
  const [isChecked, setChecked] = useState(false)
  const call = useAnonymousCall()
  const { attempt, isBusy, error, reset } = useAttempt(async (backup: RestorableBackup) => {
    const identity = backup.isEncrypted && key !== '' ? { identity: key } : {}
    await call(restoreInstance, { token, id: backup.id, ...identity })
    onOrdered(backup)
  })
  const throttle = useThrottle(error)
  const refused = throttle.error instanceof ClientError ? formErrors(throttle.error, ['identity']) : undefined
  const chosen = backups.find((one) => one.id === id)
  const isKeyMissing = chosen?.isEncrypted === true && !hasKey && key === ''
  const change = (set: () => void) => {
    if (error !== null) reset()
    set()
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (chosen !== undefined && !isKeyMissing) attempt(chosen)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {failure !== null && error === null && <Failure reason={failure} />}
      <BackupList backups={backups} value={id} onChange={(value) => change(() => setId(value))} />
      {chosen?.isEncrypted === true && (
        <PrivateKeyField
          value={key}
          onChange={(value) => change(() => setKey(value))}
          isOptional={hasKey}
          error={isChecked && isKeyMissing ? t('shell.restore.keyMissing') : refused?.fields.identity}
        />
      )}
      <p className="text-sm text-muted">{t('shell.restore.means')}</p>
      <ErrorNote error={refused === undefined ? throttle.error : refused.rest} />
      <div className="mt-1 flex gap-2">
        <Button onClick={onBack}>{t('shell.setUp.back')}</Button>
        <SubmitButton isBusy={isBusy} wait={throttle.wait} className="flex-1">
          {t('shell.restore.submit')}
        </SubmitButton>
      </div>
    </form>
  )
}

/** Why the last restore failed. */
function Failure({ reason }: { readonly reason: string }) {
  const { t } = useTranslation()
  return (
    <Alert tone="danger" title={t('shell.restore.failed')}>
      <p className="wrap-anywhere">{reason}</p>
      <p>{t('shell.restore.unchanged')}</p>
    </Alert>
  )
}
