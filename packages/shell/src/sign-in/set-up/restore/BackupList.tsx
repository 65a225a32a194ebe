import { useState } from 'react'
import type { RestorableBackup } from '@host/platform-api/set-up-restore'
import { Button, Field, Radio, useTranslation } from '@host/plugin-sdk'
import { useBackupOptions } from './useBackupOptions.ts'

export interface BackupListProps {
  readonly backups: readonly RestorableBackup[]
  /** Id of the chosen one. */
  readonly value: string | undefined
  readonly onChange: (id: string) => void
}

/** More are shown on request. */
const mostShown = 6

/** The choice between backups, newest first. */
export function BackupList({ backups, value, onChange }: BackupListProps) {
  const { t } = useTranslation()
  const [isAllShown, setAllShown] = useState(false)
  const options = useBackupOptions(backups)
  const shown = isAllShown ? options : options.slice(0, mostShown)
  return (
    <div className="flex flex-col items-start gap-3">
      <Field label={t('shell.restore.list')} required>
        <Radio value={value} options={shown} onChange={onChange} />
      </Field>
      {shown.length < options.length && (
        <Button size="compact" onClick={() => setAllShown(true)}>
          {t('shell.restore.all', { count: options.length })}
        </Button>
      )}
    </div>
  )
}
