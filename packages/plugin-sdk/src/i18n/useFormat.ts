import { useMemo } from 'react'
import { writeMoney } from '../fields/money.ts'
import { usePreferenceState } from '../preferences/PreferencesProvider.tsx'
import { spaceChinese } from './space-chinese.ts'
import { useTranslation } from './useTranslation.ts'

/** A point in time: the wire format or a `Date`. */
export type Moment = string | number | Date

/** Dates and numbers as the reader's language writes them. */
export interface Format {
  /** In which moments are written, such as `Europe/Berlin`. */
  readonly timeZone: string
  /** `Nov 20, 2026`. */
  readonly date: (moment: Moment) => string
  /** A day of the calendar such as `2026-11-20` as `Nov 20`, wherever the reader is. */
  readonly day: (day: string) => string
  /** The month of a day of the calendar such as `2026-11-01` as `Nov 2026`, wherever the reader is. */
  readonly month: (day: string) => string
  /** `Nov 20, 2026, 7:30 PM`. */
  readonly dateTime: (moment: Moment) => string
  /** `3 hours ago`, `in 2 hours`; a date for times more than 24 hours ahead. Show `dateTime` on hover. */
  readonly relativeTime: (moment: Moment, now?: Moment) => string
  readonly number: (value: number, options?: Intl.NumberFormatOptions) => string
  /** An amount in the smallest unit of its currency, such as 123450 cents as `€1,234.50`. */
  readonly money: (amount: number, currency: string) => string
  /** `0.5` as `50%`. */
  readonly percent: (value: number) => string
  /** `1.2 MB`. */
  readonly bytes: (value: number) => string
  /** `a, b, and c`. */
  readonly list: (items: readonly string[]) => string
}

/**
 * Dates and numbers as the reader's language writes them, times in the zone that the reader has chosen.
 * @example const format = useFormat(); format.relativeTime(note.createdAt)
 * @since 1.0.0
 */
export function useFormat(): Format {
  const { language } = useTranslation()
  const { timeZone } = usePreferenceState().preferences
  return useMemo(() => createFormat(language === 'zh' ? 'zh-CN' : 'en', timeZone), [language, timeZone])
}

/**
 * Creates the formatters of a locale. An invalid time is formatted as an empty string instead of throwing while a page
 * renders.
 * @param timeZone the device's time zone for null, and for a zone unknown to the browser
 */
export function createFormat(locale: string, timeZone: string | null = null): Format {
  const zone = knownZone(timeZone)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone })
  const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...zone })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const list = new Intl.ListFormat(locale)
  const at = (moment: Moment, show: (time: Date) => string): string => {
    const time = new Date(moment)
    return Number.isNaN(time.getTime()) ? '' : spaceChinese(show(time))
  }
  return Object.freeze<Format>({
    timeZone: dateTime.resolvedOptions().timeZone,
    date: (moment) => at(moment, (time) => date.format(time)),
    day: (name) => at(`${name}T00:00:00.000Z`, (time) => day.format(time)),
    month: (name) => at(`${name}T00:00:00.000Z`, (time) => month.format(time)),
    dateTime: (moment) => at(moment, (time) => dateTime.format(time)),
    relativeTime(moment, now = Date.now()) {
      const distance = new Date(moment).getTime() - new Date(now).getTime()
      if (distance > farAhead) return at(moment, (time) => date.format(time))
      return at(moment, () => relative.format(...relativeParts(distance)))
    },
    number: (value, options) => new Intl.NumberFormat(locale, options).format(value),
    money: (amount, currency) => writeMoney({ amount, currency }, locale),
    percent: (value) => percent.format(value),
    bytes: (value) => formatBytes(locale, value),
    list: (items) => spaceChinese(list.format(items)),
  })
}

function knownZone(timeZone: string | null): Pick<Intl.DateTimeFormatOptions, 'timeZone'> {
  if (timeZone === null) return {}
  try {
    new Intl.DateTimeFormat('en', { timeZone }).format()
    return { timeZone }
  } catch {
    return {}
  }
}

/**
 * Milliseconds ahead from which a time is shown as a date: users plan by the calendar, and "in 2 months" can be off by
 * 30 days.
 */
export const farAhead = 86_400_000

const seconds = {
  year: 31_557_600,
  month: 2_629_800,
  week: 604_800,
  day: 86_400,
  hour: 3_600,
  minute: 60,
  second: 1,
} as const

/** Rounded as people say it: almost 7 days ago is a week, and 90 days ago are 3 months. */
function relativeParts(milliseconds: number): [value: number, unit: keyof typeof seconds] {
  const total = milliseconds / 1_000
  const units = Object.keys(seconds) as (keyof typeof seconds)[]
  const isReached = (one: keyof typeof seconds, at: number): boolean => {
    const smaller = seconds[units[at + 1] ?? one]
    return Math.max(Math.abs(total), Math.abs(Math.round(total / smaller)) * smaller) >= seconds[one]
  }
  const unit = units.find(isReached) ?? 'second'
  return [Math.round(total / seconds[unit]), unit]
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

function formatBytes(locale: string, value: number): string {
  const step = Math.min(byteUnits.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3))
  const unit = byteUnits[step] ?? 'byte'
  // "byte" has no short form, so its plural is in the long one alone.
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 })
  return format.format(value / 1_000 ** step)
}
