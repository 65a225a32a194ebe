import type { Language } from '@host/plugin'
import type { BackupTrouble } from '@host/plugin/platform'

type Texts = Readonly<Record<Language, string>>

/** A condition of the backups in words, with the next step. */
export interface TroubleText {
  readonly title: Texts
  readonly fix: Texts
}

export const troubleTexts: Readonly<Record<BackupTrouble, TroubleText>> = {
  backup_failed: {
    title: { en: 'The last backup failed', zh: '最近一次备份失败' },
    fix: {
      en: 'Open Backups to see the reason, fix it, and make a backup.',
      zh: '请在备份页面查看原因，解决后重新备份。',
    },
  },
  backup_overdue: {
    title: { en: 'The last backup is too old', zh: '最近一次备份已过旧' },
    fix: {
      en: 'Open Backups and make a backup. Check the log if none appears.',
      zh: '请打开备份页面立即备份；如果没有出现新的备份，请查看日志。',
    },
  },
  drill_failed: {
    title: { en: 'The last backup could not be restored in a drill', zh: '最近一次恢复演练失败' },
    fix: {
      en: 'Open Backups to see the reason. Make a new backup and test it.',
      zh: '请在备份页面查看原因，然后重新备份并演练。',
    },
  },
  drill_overdue: {
    title: { en: 'No backup has been tested lately', zh: '备份已很久没有演练恢复' },
    fix: { en: 'Open Backups and test the last backup.', zh: '请打开备份页面，演练最近一次备份。' },
  },
}
