import type { activitySpans } from '../shared.ts'

/** One of the spans that activity is shown for, in days. */
export type ActivitySpan = (typeof activitySpans)[number]

/** What to ask for: days as the reader counts them. */
export function spanOf(days: ActivitySpan): { readonly days: number; readonly timeZone: string } {
  return { days, timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone }
}

/** A month, which the number and the chart begin with. */
export function usualSpan(): { readonly days: number; readonly timeZone: string } {
  return spanOf(30)
}
