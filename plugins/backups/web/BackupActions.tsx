import { Button, ErrorNote, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { listBackups, startBackup, startDrill, type Backups } from '../shared.ts'

/** Starts a backup, and a drill of the last one. */
export function BackupActions({ backups: { running, lastBackup } }: { readonly backups: Backups }) {
  const { t } = useTranslation()
  const toast = useToast()
  const started = (kind: 'backup' | 'drill') => () => toast({ tone: 'positive', title: t(`backups.started.${kind}`) })
  const backup = useMutation(startBackup, { invalidates: [listBackups], onSuccess: started('backup') })
  const drill = useMutation(startDrill, { invalidates: [listBackups], onSuccess: started('drill') })
  return (
    <div className="flex flex-col gap-3">
      <ErrorNote error={backup.error ?? drill.error} onRetry={backup.error === null ? drill.reset : backup.reset} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          icon="database-backup"
          busy={backup.isPending}
          disabled={running.backup}
          onClick={() => backup.mutate({})}
        >
          {t(running.backup ? 'backups.running.backup' : 'backups.start.backup')}
        </Button>
        <Button busy={drill.isPending} disabled={running.drill || lastBackup === null} onClick={() => drill.mutate({})}>
          {t(running.drill ? 'backups.running.drill' : 'backups.start.drill')}
        </Button>
      </div>
    </div>
  )
}
