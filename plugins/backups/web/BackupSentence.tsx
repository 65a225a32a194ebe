import { useEffect, useState } from 'react'
import { useTranslation, type Translate } from '@host/plugin-sdk'
import type { Backups } from '../shared.ts'
import { durationWords, tookOf } from './duration-words.ts'

/** The consequences of a lost disk, in a sentence. */
export function BackupSentence({ backups }: { readonly backups: Backups }) {
  const { t } = useTranslation()
  const now = useMinute()
  return <p className="text-lg font-medium text-pretty">{sentenceOf(t, backups, now)}</p>
}

/** The present moment, read again every minute. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, now + 60_000 - Date.now()))
    return () => clearTimeout(timer)
  }, [now])
  return now
}

/** @param now milliseconds since 1970 */
function sentenceOf(t: Translate, { lastBackup, lastProof }: Backups, now: number): string {
  if (lastBackup?.backupAt === undefined || lastBackup.backupAt === null) return t('backups.sentence.none')
  const lost = durationWords(t, now - Date.parse(lastBackup.backupAt))
  const took = lastProof === null ? undefined : tookOf(lastProof)
  if (took === undefined) return t('backups.sentence.unproved', { lost })
  return t('backups.sentence.proved', { lost, back: durationWords(t, took) })
}
