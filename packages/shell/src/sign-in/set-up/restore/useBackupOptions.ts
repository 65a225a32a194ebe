import type { RestorableBackup } from '@host/platform-api/set-up-restore'
import { useFormat, useTranslation, type RadioOption } from '@host/plugin-sdk'

/** The choice between backups, each with its moment and its facts. */
export function useBackupOptions(backups: readonly RestorableBackup[]): readonly RadioOption<string>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return backups.map(({ id, at, bytes, version, isEncrypted, isSameDatabase }) => {
    const facts = [
      format.bytes(bytes),
      t('shell.restore.version', { version }),
      ...(isEncrypted ? [t('shell.restore.encrypted')] : []),
      ...(isSameDatabase ? [] : [t('shell.restore.otherDatabase')]),
    ]
    return { value: id, label: format.dateTime(at), description: facts.join(' · '), disabled: !isSameDatabase }
  })
}
