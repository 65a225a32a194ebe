import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { dateOfDay, dayOfDate } from '../day.ts'
import type { DayBounds } from '../day-problem.ts'
import { firstWeekday, localeOf } from '../local-day.ts'
import { calendarClasses } from './calendar-classes.ts'
import { calendarTexts } from './calendar-texts.ts'
import { CalendarChevron } from './CalendarChevron.tsx'
import { CalendarDay } from './CalendarDay.tsx'

/** The first and the last day; the last is empty while only one is chosen. */
export interface DateRange {
  readonly from: string
  readonly to: string
}

/** Props of `Calendar`. */
export interface CalendarProps extends DayBounds {
  readonly mode: 'day' | 'range'
  /** The selection; for a single day only `from` is read. */
  readonly chosen: DateRange
  readonly onChoose: (chosen: DateRange) => void
  /** The choice is complete. */
  readonly onDone: () => void
}

const parts = { Chevron: CalendarChevron, DayButton: CalendarDay }

/**
 * A month of days. Arrows go by days and weeks, Home and End to the ends of the week, Page Up and Page Down by months,
 * with Shift by years.
 */
export function Calendar({ mode, chosen, onChoose, onDone, min, max }: CalendarProps) {
  const { t, language } = useTranslation()
  const locale = localeOf(language)
  const [now] = useState(() => new Date())
  const [from, to, earliest, latest] = [chosen.from, chosen.to, min, max].map(dateOfDay)
  const shared = {
    autoFocus: true,
    defaultMonth: from ?? nearest(now, earliest, latest),
    weekStartsOn: firstWeekday(locale),
    disabled: [...(earliest ? [{ before: earliest }] : []), ...(latest ? [{ after: latest }] : [])],
    ...(earliest !== undefined && { startMonth: earliest }),
    ...(latest !== undefined && { endMonth: latest }),
    showOutsideDays: true,
    fixedWeeks: true,
    classNames: calendarClasses,
    components: parts,
    ...calendarTexts(locale, t),
  }
  function chooseDay(date: Date | undefined) {
    if (date !== undefined) onChoose({ from: dayOfDate(date), to: '' })
    onDone()
  }
  function chooseRange(_: unknown, pressed: Date) {
    const next = nextRange(chosen, dayOfDate(pressed))
    onChoose(next)
    if (next.to !== '') onDone()
  }
  if (mode === 'day') return <DayPicker {...shared} mode="single" selected={from} onSelect={chooseDay} />
  return <DayPicker {...shared} mode="range" selected={{ from, to }} onSelect={chooseRange} />
}

/** The first press starts a range, the second ends it, in either order, and a third starts a new one. */
export function nextRange({ from, to }: DateRange, pressed: string): DateRange {
  if (from === '' || to !== '') return { from: pressed, to: '' }
  return pressed < from ? { from: pressed, to: from } : { from, to: pressed }
}

function nearest(date: Date, earliest: Date | undefined, latest: Date | undefined): Date {
  if (earliest !== undefined && date < earliest) return earliest
  return latest !== undefined && date > latest ? latest : date
}
