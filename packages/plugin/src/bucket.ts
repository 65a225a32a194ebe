import type { ExpressionBuilder, ExpressionWrapper, StringReference } from 'kysely'
import { Problem } from './errors.ts'

/** Spans that moments are counted by. A week begins on Monday. */
export const bucketUnits = ['day', 'week', 'month'] as const

/** A span that moments are counted by. */
export type BucketUnit = (typeof bucketUnits)[number]

/** How moments are grouped. */
export interface BucketOptions {
  readonly unit: BucketUnit
  /** An IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string
}

/**
 * The day, week or month of a time column, as the date of its first day in a time zone: `2026-01-31`. To be selected
 * under a name and grouped by it; null for a row without a time. Days are those of people, so one of them has 23 or 25
 * hours where the clocks change. The rows are grouped in the database, the same on SQLite and PostgreSQL.
 * @throws Problem `bad_request` for an unknown time zone
 * @example
 * const wonByMonth = await scope.db
 *   .selectFrom('deals')
 *   .select((eb) => [bucket(eb, 'won_at', { unit: 'month', timeZone }).as('month'), eb.fn.sum<number>('amount').as('amount')])
 *   .where('won_at', '>=', since)
 *   .groupBy('month')
 *   .orderBy('month')
 *   .execute()
 * @since 1.0.0
 */
export function bucket<DB, TB extends keyof DB>(
  eb: ExpressionBuilder<DB, TB>,
  column: StringReference<DB, TB>,
  { unit, timeZone }: BucketOptions,
): ExpressionWrapper<DB, TB, string> {
  const zone = zoneOf(timeZone)
  if (zone === undefined) {
    const name = timeZone.slice(0, 100)
    throw new Problem('bad_request', {
      detail: { en: `The time zone "${name}" is unknown.`, zh: `时区“${name}”不存在。` },
    })
  }
  return eb.fn<string>('bucket', [column, eb.val(unit), eb.val(zone)])
}

/** One row with a date far away must not fill the memory, nor a chart. */
const mostBuckets = 10_000

/**
 * Every bucket from the first of these to the last, so that a chart has a place for those without rows.
 * @param days dates of first days, as `bucket` answers them, in any order
 * @throws Problem `bad_request` when there would be more than 10,000
 * @example everyBucket('month', ['2026-01-01', '2026-03-01']) // ['2026-01-01', '2026-02-01', '2026-03-01']
 * @since 1.0.0
 */
export function everyBucket(unit: BucketUnit, days: readonly string[]): string[] {
  const sorted = days.toSorted()
  const last = sorted.at(-1) ?? ''
  const all: string[] = []
  for (let day = sorted.at(0); day !== undefined && day <= last; day = following(day, unit)) {
    if (all.length === mostBuckets) throw tooFarApart()
    all.push(day)
  }
  return all
}

function tooFarApart(): Problem {
  return new Problem('bad_request', {
    detail: { en: 'The dates are too far apart. Choose a shorter period.', zh: '日期相隔太远。请选择较短的时间段。' },
  })
}

function following(day: string, unit: BucketUnit): string {
  const next = new Date(`${day}T00:00:00.000Z`)
  if (unit === 'month') next.setUTCMonth(next.getUTCMonth() + 1)
  else next.setUTCDate(next.getUTCDate() + (unit === 'week' ? 7 : 1))
  return next.toISOString().slice(0, 10)
}

/**
 * The zone as both databases read it; undefined for an unknown one. Names of the IANA database only: PostgreSQL reads an
 * offset such as `+01:00` with another sign, and `CET` as an abbreviation, which has no summer time.
 */
function zoneOf(name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,62}$/.test(name)) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return name.includes('/') ? name : timeZone
  } catch {
    return undefined
  }
}
