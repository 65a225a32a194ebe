import { useTranslation } from '@host/plugin-sdk'

const [hour, day] = [60, 1_440]

/** Usual durations of support access, in minutes. */
export const supportDurations = [15, 60, 240, day, 3 * day, 7 * day] as const

/** Shows minutes in the largest unit that takes them whole. */
export function useSupportDuration(): (minutes: number) => string {
  const { t } = useTranslation()
  return (minutes) => {
    if (minutes % day === 0) return t('workspaces.support.days', { count: minutes / day })
    if (minutes % hour === 0) return t('workspaces.support.hours', { count: minutes / hour })
    return t('workspaces.support.minutes', { count: minutes })
  }
}
