import { useState } from 'react'
import { Alert, Button, Confirm, useFormat, useMutation, useTranslation } from '@host/plugin-sdk'
import { listBackups, releaseRestore, type Hold } from '../shared.ts'

/** Background work that a restore holds, and its release. */
export function RestoreHold({ hold }: { readonly hold: Hold }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isAsked, setAsked] = useState(false)
  const release = useMutation(releaseRestore, { invalidates: [listBackups] })
  return (
    <>
      <Alert
        tone="warning"
        title={t('backups.hold.title', { date: format.dateTime(hold.backupAt) })}
        action={
          <Button size="compact" onClick={() => setAsked(true)}>
            {t('backups.hold.release')}
          </Button>
        }
      >
        <p>{t('backups.hold.means')}</p>
        <p>{t('backups.hold.waiting', { count: hold.waitingJobs })}</p>
      </Alert>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('backups.hold.ask')}
        confirmLabel={t('backups.hold.release')}
        variant="danger"
        onConfirm={() => release.mutateAsync({})}
      >
        <p>{t('backups.hold.run', { count: hold.waitingJobs })}</p>
        <p className="mt-2">{t('backups.hold.again')}</p>
      </Confirm>
    </>
  )
}
