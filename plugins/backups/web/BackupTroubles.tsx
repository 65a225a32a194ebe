import { Alert, useTranslation } from '@host/plugin-sdk'
import type { Backups } from '../shared.ts'

/** What failed or is late, each with its next step. */
export function BackupTroubles({ troubles }: Pick<Backups, 'troubles'>) {
  const { t } = useTranslation()
  return troubles.map((trouble) => (
    <Alert
      key={trouble}
      tone={trouble.startsWith('backup') ? 'danger' : 'warning'}
      title={t(`backups.trouble.${trouble}.title`)}
    >
      <p>{t(`backups.trouble.${trouble}.fix`)}</p>
    </Alert>
  ))
}
