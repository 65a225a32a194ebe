/** A day is `2026-01-31`, without a time and so without a time zone. */

/** Whether a text is a day that there is. */
export function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return dayOf(Number(year), Number(month), Number(day)) === text
}

/** Converts three numbers to a day; undefined when the day doesn't exist. */
export function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(year, month - 1, day)
  const isOne = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day
  return isOne && year >= 1000 && year <= 9999 ? dayOfDate(date) : undefined
}

/** The day of a moment on the reader's clock. */
export function dayOfDate(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return [String(year).padStart(4, '0'), pad(month), pad(day)].join('-')
}

/** Start of a day in the user's time zone; undefined when the text isn't a valid day. */
export function dateOfDay(text: string | undefined): Date | undefined {
  if (text === undefined || !isDay(text)) return undefined
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return new Date(year, month - 1, day)
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
