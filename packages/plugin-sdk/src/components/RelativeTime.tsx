import { useEffect, useState } from 'react'
import { farAhead, useFormat, type Moment } from '../i18n/useFormat.ts'
import { Tooltip } from './Tooltip.tsx'

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
  const now = useNow(moment)
  if (Number.isNaN(moment)) return null
  return (
    <Tooltip text={format.dateTime(value)}>
      <time
        dateTime={new Date(value).toISOString()}
        {...(!skipFocus && { tabIndex: 0 })}
        className="rounded-control whitespace-nowrap"
      >
        {format.relativeTime(value, now)}
      </time>
    </Tooltip>
  )
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** The present moment, read again when the words for the distance to another moment are about to change. */
function useNow(moment: number): number {
  const [known, setKnown] = useState(() => ({ moment, now: Date.now() }))
  // A new moment may be later than the last reading, and would be said to come.
  const isKnown = Object.is(known.moment, moment)
  const current = isKnown ? known : { moment, now: Date.now() }
  if (!isKnown) setKnown(current)
  const { now } = current
  useEffect(() => {
    if (Number.isNaN(moment)) return undefined
    const later = untilNextWords(Math.abs(now - moment), moment > now)
    const timer = setTimeout(() => setKnown({ moment, now: Date.now() }), later)
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
