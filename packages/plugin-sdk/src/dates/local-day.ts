import type { Language } from '@host/plugin/wire'
import { dateOfDay, dayOf } from './day.ts'

type Part = 'year' | 'month' | 'day'

const placeholders: Readonly<Record<Part, string>> = { year: 'YYYY', month: 'MM', day: 'DD' }

/** The reader's kind of the language, because 4/5 is a day in April for some and in May for others. */
export function localeOf(language: Language, preferred: readonly string[] = navigator.languages): string {
  const own = preferred.find((tag) => tag.toLowerCase().split('-')[0] === language)
  return own ?? (language === 'zh' ? 'zh-CN' : 'en-US')
}

/** Formats a day numerically for the locale; returns text that isn't a valid day unchanged. */
export function writeDay(day: string, locale: string): string {
  const date = dateOfDay(day)
  return date === undefined ? day : numeric(locale).format(date)
}

/** The numeric date format of a locale, such as `MM/DD/YYYY`. */
export function dayPattern(locale: string): string {
  const parts = numeric(locale).formatToParts(new Date(2026, 0, 31))
  return parts.map(({ type, value }) => (isPart(type) ? placeholders[type] : value)).join('')
}

/** Parses a typed day: in the order of the locale, or starting with a four-digit year. */
export function readDay(typed: string, locale: string): string | undefined {
  const [first = '', second = '', third = '', ...more] = typed.split(/\D+/).filter((part) => part !== '')
  if (third === '' || more.length > 0) return undefined
  const order = first.length === 4 ? (['year', 'month', 'day'] as const) : orderOf(locale)
  const numbers = [first, second, third]
  const of = (part: Part): number => Number(numbers[order.indexOf(part)])
  return dayOf(of('year') < 100 ? of('year') + 2000 : of('year'), of('month'), of('day'))
}

/** The first day of a week, 0 for Sunday; Monday where the browser does not know. */
export function firstWeekday(locale: string): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  const known = new Intl.Locale(locale) as { getWeekInfo?: () => { readonly firstDay: number } }
  return ((known.getWeekInfo?.().firstDay ?? 1) % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6
}

function orderOf(locale: string): readonly Part[] {
  return numeric(locale)
    .formatToParts(new Date(2026, 0, 31))
    .map(({ type }) => type)
    .filter(isPart)
}

function numeric(locale: string): Intl.DateTimeFormat {
  const options = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    calendar: 'gregory',
    numberingSystem: 'latn',
  } as const
  return new Intl.DateTimeFormat(locale, options)
}

function isPart(type: string): type is Part {
  return type in placeholders
}
