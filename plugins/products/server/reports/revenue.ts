import {
  bucket,
  csvLine,
  csvMark,
  stream,
  type EndpointInput,
  type ReadQueries,
  type WorkspaceScope,
} from '@host/plugin'
import {
  decimalAmount,
  reportLimits,
  revenueColumns,
  shownAmount,
  type readRevenue,
  type Revenue,
} from '../../shared.ts'
import type { Tables } from '../models.ts'
import { fromBillions } from '../orders/amounts.ts'
import type { Parts } from '../parts.ts'
import { wrongField } from '../refuse.ts'

type Input = EndpointInput<typeof readRevenue>
type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId'>

/** The revenue of a range. @throws Problem `invalid_input` */
export async function revenueOf({ db }: Pick<Scope, 'db'>, input: Input): Promise<Revenue> {
  const { timeZone, rows } = await readRows({ db }, input)
  const names = await namesOf(db.backgroundReads(), rows)
  const products = grouped(rows, ({ productId, currency }) => `${productId} ${currency}`)
  products.sort((a, b) => (a.sales === b.sales ? 0 : a.sales < b.sales ? 1 : -1))
  return {
    timeZone,
    totals: grouped(rows, ({ currency }) => currency).map(shownSums),
    times: grouped(rows, ({ start, currency }) => `${start} ${currency}`).map((row) => ({
      start: row.start,
      ...shownSums(row),
    })),
    products: products.slice(0, reportLimits.products).map((row) => ({
      productId: row.productId,
      name: names.get(row.productId) ?? '',
      ...shownSums(row),
    })),
  }
}

/** The revenue of the last 7 days of a workspace, today included, by currency. @param now milliseconds since 1970 */
export async function weekSalesOf({ db }: Pick<Scope, 'db'>, now: number) {
  const to = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(await zoneOf(db))
    .toPlainDate()
  const { rows } = await readRows({ db }, { from: to.subtract({ days: 6 }).toString(), to: to.toString() })
  return grouped(rows, ({ currency }) => currency).map((row) => ({
    currency: row.currency,
    revenue: shownAmount(row.sales - row.refunds),
  }))
}

/** The rows of a range as a file. @throws Problem `invalid_input` */
export async function exportOf(parts: Parts, { db, orgId }: Scope, input: Input): Promise<Response> {
  const { rows } = await readRows({ db }, input)
  const names = await namesOf(db.backgroundReads(), rows)
  return stream(parts.exports.open(orgId, linesOf(rows, names)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="revenue-${input.from}-${input.to}.csv"`,
    },
  })
}

const step = 500

async function* linesOf(rows: readonly RevenueRow[], names: ReadonlyMap<string, string>): AsyncGenerator<string> {
  yield csvMark + csvLine(revenueColumns)
  for (let at = 0; at < rows.length; at += step) {
    const lines = rows.slice(at, at + step).map(({ start, productId, currency, sales, refunds }) => {
      const amounts = [sales, refunds, sales - refunds].map((amount) => decimalAmount(amount, currency))
      const first = csvLine([start, productId, names.get(productId) ?? '', currency]).trimEnd()
      // Digits only, which a spreadsheet reads as numbers also below zero.
      return `${first},${amounts.join(',')}\r\n`
    })
    yield lines.join('')
  }
}

interface RevenueRow {
  readonly start: string
  readonly productId: string
  readonly currency: string
  readonly sales: bigint
  readonly refunds: bigint
}

/** The sums of each product and currency in each span: the one source of the report and its file. */
async function readRows({ db }: Pick<Scope, 'db'>, { from, to, unit = 'day' }: Input) {
  const timeZone = await zoneOf(db)
  const [since, until] = spanOf(from, to, timeZone)
  const found = await db
    .backgroundReads()
    .selectFrom('products_entries')
    .select((build) => [
      bucket(build, 'at', { unit, timeZone }).as('start'),
      build.fn.sum<number | bigint>('billions').as('billions'),
      build.fn.sum<number | bigint>('rest').as('rest'),
    ])
    .select(['product_id', 'currency', 'kind'])
    .where('at', '>=', since)
    .where('at', '<', until)
    .groupBy(['start', 'product_id', 'currency', 'kind'])
    .orderBy('start')
    .orderBy('product_id')
    .orderBy('currency')
    .limit(2 * reportLimits.rows + 1)
    .execute()
  if (found.length > 2 * reportLimits.rows) throw wrongField('unit', tooManyRows)
  const all = found.map(({ start, product_id, currency, kind, billions, rest }): RevenueRow => {
    const amount = fromBillions(billions, rest)
    const sums = kind === 'sale' ? { sales: amount, refunds: 0n } : { sales: 0n, refunds: -amount }
    return { start, productId: product_id, currency, ...sums }
  })
  return { timeZone, rows: grouped(all, (row) => `${row.start} ${row.productId} ${row.currency}`) }
}

async function zoneOf(db: Scope['db']): Promise<string> {
  const workspaces = db.selectFrom('workspaces').select('time_zone')
  return (await workspaces.executeTakeFirstOrThrow()).time_zone
}

/** Rows with the same key, added up, in the order of their first. */
function grouped(rows: readonly RevenueRow[], keyOf: (row: RevenueRow) => string): RevenueRow[] {
  const groups = new Map<string, RevenueRow>()
  for (const row of rows) {
    const known = groups.get(keyOf(row))
    const sum =
      known === undefined ? row : { ...known, sales: known.sales + row.sales, refunds: known.refunds + row.refunds }
    groups.set(keyOf(row), sum)
  }
  return [...groups.values()]
}

function shownSums({ currency, sales, refunds }: RevenueRow) {
  return {
    currency,
    sales: shownAmount(sales),
    refunds: shownAmount(refunds),
    revenue: shownAmount(sales - refunds),
  }
}

/** Names of products, by their ID. */
export async function namesOf(
  db: ReadQueries<Tables>,
  rows: readonly { readonly productId: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.map(({ productId }) => productId))]
  const names = new Map<string, string>()
  for (let at = 0; at < ids.length; at += step) {
    const some = db
      .selectFrom('products_products')
      .select(['id', 'name'])
      .where('id', 'in', ids.slice(at, at + step))
    for (const { id, name } of await some.execute()) names.set(id, name)
  }
  return names
}

const day = 86_400_000

/** The first moment of the days, and the first one after them. @throws Problem `invalid_input` */
function spanOf(from: string, to: string, timeZone: string): readonly [since: string, until: string] {
  const length = Date.parse(to) - Date.parse(from)
  if (length < 0 || length >= reportLimits.days * day) throw wrongField('to', wrongRange)
  const startOf = (date: Temporal.PlainDate): string =>
    new Date(date.toZonedDateTime(timeZone).epochMilliseconds).toISOString()
  return [startOf(Temporal.PlainDate.from(from)), startOf(Temporal.PlainDate.from(to).add({ days: 1 }))]
}

const wrongRange = {
  en: `Choose 1 to ${reportLimits.days} days.`,
  zh: `请选择 1 到 ${reportLimits.days} 天。`,
}
const tooManyRows = { en: 'Count by month, or choose fewer days.', zh: '请按月统计，或减少天数。' }
