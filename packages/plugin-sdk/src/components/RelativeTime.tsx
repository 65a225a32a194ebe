import { useEffect, useState } from 'react'
import { farAhead, useFormat, type Moment } from '../i18n/useFormat.ts'
import { LateTooltip } from './LateTooltip.tsx'

export interface RelativeTimeProps {
  readonly value: Moment
  /** Keeps it out of the way of Tab where the exact time stands nearby, as in the rows of a table. */
  readonly skipFocus?: boolean
}

/**
 * A relative time, with the exact time on hover and focus: `3 hours ago`, `in 2 hours`. Times more than 24 hours ahead
 * are shown as a date such as `Feb 21, 2027`, so that expiries need no separate component. It rerenders only when its
 * text changes.
 * @example <RelativeTime value={note.createdAt} />
 * @since 1.0.0
 */
export function RelativeTime({ value, skipFocus = false }: RelativeTimeProps) {
  const format = useFormat()
  const moment = new Date(value).getTime()
  if (Number.isNaN(moment)) return null
  return (
    <LateTooltip text={format.dateTime(value)}>
      <time
        dateTime={new Date(value).toISOString()}
        {...(!skipFocus && { tabIndex: 0 })}
        className="rounded-control whitespace-nowrap"
      >
        <RelativeText key={moment} moment={moment} />
      </time>
    </LateTooltip>
  )
}

/** The key of it is its moment: a later one than the last reading of the clock would be said to come. */
function RelativeText({ moment }: { readonly moment: number }) {
  const format = useFormat()
  return format.relativeTime(moment, useNow(moment))
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** The present moment, read again when the words for the distance to another moment are about to change. */
function useNow(moment: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), untilNextWords(Math.abs(now - moment), moment > now))
    return () => clearTimeout(timer)
  }, [now, moment])
  return now
}

/**
 * Milliseconds until the text changes. Seconds are shown in steps of ten; minutes and hours change at their half. Older
 * times are checked every hour, a date at the latest when it comes within 24 hours.
 */
function untilNextWords(distance: number, isAhead: boolean): number {
  if (isAhead && distance > farAhead) return Math.min(distance - farAhead, hour) + 1
  const step = distance < minute ? 10 * second : distance < hour ? minute : hour
  const passed = (distance < minute ? distance : distance + step / 2) % step
  return (isAhead ? passed : step - passed) + 1
}
