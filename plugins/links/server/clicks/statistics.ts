import { bucket, everyBucket, Problem, type ReadQueries, type ScopedDatabase } from '@host/plugin'
import { facets, linkLimits, type Facet, type Statistics } from '../../shared.ts'
import type { Tables } from '../models.ts'

/** Days in a time zone, the last one included. */
export interface StatisticsInput {
  readonly linkId?: string | undefined
  readonly from: string
  readonly to: string
  readonly timeZone: string
}

/** Moments, the last one excluded. */
interface Span {
  readonly since: string
  readonly until: string
}

const day = 86_400_000
const mostValues = 10
/** Rules of a link, and versions. */
const mostNumbers = 500

/** What the counts of hours add up to. @throws Problem `invalid_input` for an invalid or too long range */
export async function statisticsOf(db: ScopedDatabase<Tables>, input: StatisticsInput): Promise<Statistics> {
  const { linkId = '', from, to, timeZone } = input
  const length = (Date.parse(to) - Date.parse(from)) / day + 1
  requireRange(length)
  const span = { since: startOf(from, timeZone), until: startOf(dayAfter(to), timeZone) }
  const spanBefore = { since: startOf(dayAfter(from, -length), timeZone), until: span.since }
  // A busy workspace has hundreds of thousands of rows: reading them must not hold up anything else.
  const reads = db.backgroundReads()
  const [days, before, sum, counts] = await Promise.all([
    daysOf(reads, linkId, { span, from, to, timeZone }),
    sumOf(reads, linkId, spanBefore),
    sumOf(reads, linkId, span),
    Promise.all(facets.map((facet) => facetOf(reads, { linkId, facet, span }))),
  ])
  return {
    ...sum,
    before: before.clicks === 0 ? null : { clicks: before.clicks, visitors: before.visitors },
    days: [...days],
    facets: counts,
  }
}

function hoursOf(db: ReadQueries<Tables>, linkId: string, { since, until }: Span) {
  return db.selectFrom('links_hours').where('link_id', '=', linkId).where('hour', '>=', since).where('hour', '<', until)
}

async function sumOf(db: ReadQueries<Tables>, linkId: string, span: Span) {
  const row = await hoursOf(db, linkId, span)
    .select(({ fn }) => [
      fn.sum<number>('clicks').as('clicks'),
      fn.sum<number>('visitors').as('visitors'),
      fn.sum<number>('robots').as('robots'),
    ])
    .executeTakeFirst()
  return { clicks: row?.clicks ?? 0, visitors: row?.visitors ?? 0, robots: row?.robots ?? 0 }
}

interface DaySpan {
  readonly span: Span
  readonly from: string
  readonly to: string
  readonly timeZone: string
}

async function daysOf(
  db: ReadQueries<Tables>,
  linkId: string,
  { span, from, to, timeZone }: DaySpan,
): Promise<Statistics['days']> {
  const rows = await hoursOf(db, linkId, span)
    .select((eb) => [
      bucket(eb, 'hour', { unit: 'day', timeZone }).as('day'),
      eb.fn.sum<number>('clicks').as('clicks'),
      eb.fn.sum<number>('visitors').as('visitors'),
    ])
    .groupBy('day')
    .execute()
  const counts = new Map(rows.map((row) => [row.day, row]))
  return everyBucket('day', [from, to]).map((each) => {
    const count = counts.get(each)
    return { day: each, clicks: count?.clicks ?? 0, visitors: count?.visitors ?? 0 }
  })
}

interface FacetSpan {
  readonly linkId: string
  readonly facet: Facet
  readonly span: Span
}

async function facetOf(
  db: ReadQueries<Tables>,
  { linkId, facet, span: { since, until } }: FacetSpan,
): Promise<Statistics['facets'][number]> {
  const rows = await db
    .selectFrom('links_facets')
    .select(({ fn }) => ['value', fn.sum<number>('clicks').as('clicks')])
    .where('link_id', '=', linkId)
    .where('facet', '=', facet)
    .where('hour', '>=', since)
    .where('hour', '<', until)
    .groupBy('value')
    .orderBy('clicks', 'desc')
    .orderBy('value')
    .limit(facet === 'version' || facet === 'rule' ? mostNumbers : mostValues)
    .execute()
  return { facet, values: rows.map(({ value, clicks }) => ({ value, clicks })) }
}

function requireRange(length: number): void {
  if (length >= 1 && length <= linkLimits.statisticDays) return
  throw new Problem('invalid_input', { errors: [{ path: 'to', message: wrongRange }] })
}

function dayAfter(date: string, days = 1): string {
  return new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)
}

/** The moment at which a day begins in a time zone. @throws Problem `invalid_input` for an unknown one */
function startOf(date: string, timeZone: string): string {
  try {
    // Temporal takes offsets, and the database names alone.
    if (/^[+-]/.test(timeZone)) throw new RangeError('An offset is not a time zone.')
    const start = Temporal.PlainDate.from(date).toZonedDateTime(timeZone)
    return new Date(start.epochMilliseconds).toISOString()
  } catch (error) {
    throw new Problem('invalid_input', { errors: [{ path: 'timeZone', message: wrongZone }], cause: error })
  }
}

const wrongZone = { en: 'Enter a time zone such as Europe/Berlin.', zh: '请输入时区，例如 Europe/Berlin。' }
const wrongRange = {
  en: `Choose 1 to ${linkLimits.statisticDays} days.`,
  zh: `请选择 1 到 ${linkLimits.statisticDays} 天。`,
}
