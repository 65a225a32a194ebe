import type { Language, ReadinessItem } from '@host/plugin'
import type { BackupsOverview, HeldRestore } from '@host/plugin/platform'
import { troubleTexts } from './trouble-texts.ts'

const texts = {
  en: {
    backups: 'Backups',
    drills: 'Tested backups',
    none: 'The host makes no backups by itself.',
    setUp: 'Open Backups for the setup.',
    first: 'No backup has been made yet.',
    make: 'Open Backups and make one now.',
    untested: 'No drill has proved that a backup can be restored.',
    test: 'Open Backups and test the last backup.',
    hold: 'Background work after a restore',
    held: 'No job runs and nothing is sent.',
    release: 'Check the restored data, then open Backups and release it.',
  },
  zh: {
    backups: '备份',
    drills: '备份演练',
    none: '系统不会自动备份。',
    setUp: '请打开备份页面进行设置。',
    first: '还没有任何备份。',
    make: '请打开备份页面立即备份。',
    untested: '还没有演练证明备份可以恢复。',
    test: '请打开备份页面，演练最近一次备份。',
    hold: '恢复数据后的后台任务',
    held: '任务不会运行，邮件和 Webhook 不会发送。',
    release: '请检查恢复的数据，然后打开备份页面放行。',
  },
} as const

/** Whether the instance is backed up, and its backups are tested. */
export function backupReadiness(overview: BackupsOverview, language: Language): readonly ReadinessItem[] {
  const { place, lastBackup, lastProof, troubles } = overview
  const text = texts[language]
  const page = { path: '/backups', help: 'backups' } as const
  const backups = { id: 'backups', title: text.backups, ...page }
  if (place === null) return [{ ...backups, state: 'warn', reason: text.none, fix: text.setUp }]
  const [late, untested] = ['backup', 'drill'].map((kind) => troubles.find((trouble) => trouble.startsWith(kind)))
  const drills = { id: 'backup-drills', title: text.drills, ...page }
  const reasonOf = (trouble: keyof typeof troubleTexts) => {
    const { title, fix } = troubleTexts[trouble]
    const end = language === 'zh' ? '。' : '.'
    return { reason: `${title[language]}${end}`, fix: fix[language] }
  }
  const made =
    late === undefined
      ? ({ ...backups, state: 'ok' } as const)
      : { ...backups, state: 'fail' as const, ...reasonOf(late) }
  if (lastBackup === null && late === undefined) {
    return [{ ...backups, state: 'warn', reason: text.first, fix: text.make }]
  }
  if (untested !== undefined) return [made, { ...drills, state: 'fail', ...reasonOf(untested) }]
  if (lastProof === null) return [made, { ...drills, state: 'warn', reason: text.untested, fix: text.test }]
  return [made, { ...drills, state: 'ok' }]
}

/** Whether a restore holds background work. */
export function holdReadiness(held: HeldRestore | undefined, language: Language): readonly ReadinessItem[] {
  if (held === undefined) return []
  const { hold, held: reason, release: fix } = texts[language]
  return [{ id: 'restore-hold', title: hold, state: 'fail', reason, fix, path: '/backups', help: 'backups' }]
}
