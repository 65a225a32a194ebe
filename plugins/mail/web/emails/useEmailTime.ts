import { useMemo } from 'react'
import { useFormat, useTranslation } from '@host/plugin-sdk'

/** When an email arrived, as lists and headings write it. */
export interface EmailTime {
  /** The time of day for today, otherwise the day. */
  readonly short: (moment: string) => string
  readonly exact: (moment: string) => string
}

export function useEmailTime(): EmailTime {
  const { language } = useTranslation()
  const { timeZone, dateTime } = useFormat()
  return useMemo(() => {
    const locale = language === 'zh' ? 'zh-CN' : 'en'
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone })
    const ofDay = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
    const ofYear = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone })
    const today = day.format(Date.now())
    const year = new Date().getFullYear()
    return {
      short(moment) {
        const time = new Date(moment)
        if (day.format(time) === today) return ofDay.format(time)
        return time.getFullYear() === year ? ofYear.format(time) : day.format(time)
      },
      exact: dateTime,
    }
  }, [language, timeZone, dateTime])
}
