import { useEffect, useState } from 'react'
import { useFormat, type Moment } from '../i18n/useFormat.ts'

/**
 * A time as people say it, with the exact one when pointed at.
 * @example <RelativeTime value={note.createdAt} />
 * @since 1.0.0
 */
export function RelativeTime({ value }: { readonly value: Moment }) {
  const format = useFormat()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={new Date(value).toISOString()} title={format.dateTime(value)} className="whitespace-nowrap">
      {format.relativeTime(value, now)}
    </time>
  )
}
