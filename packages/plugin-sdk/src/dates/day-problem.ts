import type { Language } from '@host/plugin/wire'
import { isDay } from './day.ts'

/** Which days may be chosen, both ends included. */
export interface DayBounds {
  /** `2026-01-31`. */
  readonly min?: string | undefined
  readonly max?: string | undefined
}

/** Error message for the value of a date field; undefined for an allowed day and for an empty value. */
export function dayProblem(value: string, { min, max }: DayBounds): Readonly<Record<Language, string>> | undefined {
  if (value === '') return undefined
  if (!isDay(value)) return { en: 'Enter a date, like 2026-01-31.', zh: '请填写日期，例如 2026-01-31。' }
  if (min !== undefined && value < min) return { en: `Choose ${min} or later.`, zh: `请选择 ${min} 或之后的日期。` }
  if (max !== undefined && value > max) return { en: `Choose ${max} or earlier.`, zh: `请选择 ${max} 或之前的日期。` }
  return undefined
}
