import type { Usage } from '@host/plugin/platform'
import type { Telemetry, TelemetryRange } from '../shared.ts'

const hour = 3_600_000

/** How long a range is, and in which steps it is shown, in hours. */
const ranges = {
  '24h': { hours: 24, step: 1 },
  '7d': { hours: 7 * 24, step: 6 },
  '30d': { hours: 30 * 24, step: 24 },
} as const satisfies Readonly<Record<TelemetryRange, object>>

const nothing: Usage = Object.freeze({
  calls: 0,
  errors: 0,
  time: 0,
  queries: 0,
  databaseTime: 0,
  outboundCalls: 0,
  outboundErrors: 0,
  jobs: 0,
  jobErrors: 0,
  jobTime: 0,
})

/** A range back from a moment, to the end of its hour. @param now milliseconds since 1970 */
export function spanOf(range: TelemetryRange, now: number): { readonly from: string; readonly to: string } {
  const to = Math.ceil((now + 1) / hour) * hour
  return { from: timeOf(to - ranges[range].hours * hour), to: timeOf(to) }
}

/** Hours put together to the steps of a range, those without any usage too. */
export function usageCourse(
  range: TelemetryRange,
  from: string,
  hours: readonly (Usage & { readonly at: string })[],
): Telemetry['course'] {
  const { hours: length, step } = ranges[range]
  const begin = Date.parse(from)
  const course = Array.from({ length: length / step }, (_, at) => ({
    at: timeOf(begin + at * step * hour),
    ...nothing,
  }))
  for (const { at, ...usage } of hours) {
    const place = Math.floor((Date.parse(at) - begin) / (step * hour))
    const known = course[place]
    if (known !== undefined) course[place] = { at: known.at, ...sumOf([known, usage]) }
  }
  return course
}

/** All of it together. */
export function sumOf(usages: readonly Usage[]): Usage {
  const counters = Object.keys(nothing) as (keyof Usage)[]
  const entries = counters.map((counter) => [counter, usages.reduce((sum, usage) => sum + usage[counter], 0)])
  return Object.fromEntries(entries) as Record<keyof Usage, number>
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
