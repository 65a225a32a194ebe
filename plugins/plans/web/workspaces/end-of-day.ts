const dayLength = 86_400_000
const clockForm = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const

/** The last millisecond of a day in a time zone (ISO 8601); a day on which clocks change has other than 24 hours. */
export function endOfDay(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`) + dayLength
  // The offset at a moment near to it leads to the moment, whose own offset counts.
  const near = midnight - offsetAt(midnight, timeZone)
  return new Date(midnight - offsetAt(near, timeZone) - 1).toISOString()
}

/** How far the clocks of a time zone are ahead of UTC, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const form = { ...clockForm, timeZone }
  const shown = new Intl.DateTimeFormat('en-US', form).formatToParts(moment)
  const read = (type: string): number => Number(shown.find((part) => part.type === type)?.value)
  const [year, month, date] = [read('year'), read('month') - 1, read('day')]
  return Date.UTC(year, month, date, read('hour'), read('minute'), read('second')) - moment
}
