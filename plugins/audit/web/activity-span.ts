import type { activitySpans } from '../shared/activity.ts'

/** One of the spans that activity is shown for, in days. */
export type ActivitySpan = (typeof activitySpans)[number]

/** A month, which the number and the chart begin with. */
export const usualSpan: ActivitySpan = 30
