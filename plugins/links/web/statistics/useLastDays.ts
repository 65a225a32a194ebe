import { useState } from 'react'
import { useFormat } from '@host/plugin-sdk'

const day = 86_400_000

/** The last days, today included, in the time zone of the reader. */
export function useLastDays(days: number) {
  const { timeZone } = useFormat()
  const [openedAt] = useState(() => Date.now())
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(openedAt)
  const from = new Date(Date.parse(today) - (days - 1) * day).toISOString().slice(0, 10)
  return { from, to: today, timeZone }
}
