import type { Usage, UsageOf, UsageRequest } from '@host/plugin/platform'
import { sql, type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { otherOrgs } from './usage-meter.ts'
import { instanceOrgId } from '../../request/instance-org-id.ts'
import type { UsageDatabase } from './models.ts'
import type { Tally } from '../../request/tally.ts'
import { UsageSums } from './usage-sums.ts'

/** Usage of a plugin in a workspace within an hour. */
export interface UsageRow {
  /** When it began, in milliseconds since 1970. */
  readonly hour: number
  readonly plugin: string
  readonly orgId: string
  readonly tally: Readonly<Tally>
}

/** A stretch of full hours, in milliseconds since 1970, the end not included; of one plugin or workspace alone. */
export interface UsageSpan {
  readonly from: number
  readonly to: number
  readonly plugin?: string | undefined
  readonly orgId?: string | undefined
}

/** A row by the key of its table. */
interface UsagePlace {
  readonly hour: number
  readonly plugin: string
  readonly orgId: string
}

export const hourLength = 3_600_000

/** Rows of one statement: their values stay within the limits of either database. */
const rowsAtOnce = 400

/** Rows that one statement adds up: SQLite can't cancel one that takes long. */
const windowRows = 10_000

/** Hours that are removed with one statement, and workspaces that are looked at between two pauses. */
const sweptAtOnce = 200
const lookedAtOnce = 100

type Ids = SelectQueryBuilder<{ host_usage: { id: string } }, 'host_usage', { id: string }>

/** Counters, with their columns. */
const columns = {
  calls: 'calls',
  errors: 'errors',
  time: 'time',
  queries: 'queries',
  databaseTime: 'database_time',
  outboundCalls: 'outbound_calls',
  outboundErrors: 'outbound_errors',
  jobs: 'jobs',
  jobErrors: 'job_errors',
  jobTime: 'job_time',
} as const satisfies Readonly<Record<keyof Usage, string>>

type Counter = keyof typeof columns
type Column = (typeof columns)[Counter]
const counters = Object.keys(columns) as readonly Counter[]

/** Stored usage. */
export class UsageStore {
  readonly #db: UsageDatabase

  constructor(db: UsageDatabase) {
    this.#db = db
  }

  /** Adds rows to those that are there, all or none. */
  async add(rows: readonly UsageRow[]): Promise<void> {
    // In one order everywhere: two processes never wait for each other.
    const sorted = rows.toSorted(
      (one, other) => one.hour - other.hour || compare(one.plugin, other.plugin) || compare(one.orgId, other.orgId),
    )
    const parts = Array.from({ length: Math.ceil(sorted.length / rowsAtOnce) }, (_, at) =>
      sorted.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
    )
    await this.#db.batch(parts.map((part) => this.#adding(part)))
  }

  /** Deletes rows older than a given time, in batches. @param pause lets other work run first */
  async removeBefore(before: number, pause: () => Promise<void>): Promise<void> {
    await this.#remove(pause, () => this.#ids().where('hour', '<', before).orderBy('hour'))
  }

  /**
   * Deletes rows of erased workspaces: a walk from one workspace to the next along the index, which reads one row of
   * each.
   */
  async removeOrphans(pause: () => Promise<void>): Promise<void> {
    for (let [after, looked]: [string | undefined, number] = ['', 1]; after !== undefined; looked += 1) {
      const place = await this.#placeAfter(after)
      if (place?.isGone) await this.#remove(pause, () => this.#ids().where('org_id', '=', place.orgId))
      after = place?.orgId
      if (looked % lookedAtOnce === 0) await pause()
    }
  }

  /** The usage of each plugin, or of each workspace, the busiest first. */
  async by(of: UsageRequest['by'], span: UsageSpan, limit: number): Promise<readonly UsageOf[]> {
    const column = of === 'plugin' ? 'plugin' : 'org_id'
    const sums = new UsageSums<string>()
    for await (const window of this.#windows(span)) {
      const rows = await window
        .select((eb) => [eb.ref(column).as('key'), ...summed(eb)])
        .groupBy(column)
        .execute()
      for (const { key, ...usage } of rows) sums.add(key, usage)
    }
    const all = sums.entries().map(([key, usage]) => ({ of: key, ...usage }))
    return all.toSorted((one, other) => busyTime(other) - busyTime(one) || compare(one.of, other.of)).slice(0, limit)
  }

  /** The usage of every hour in which there was any, in their order. */
  async course(span: UsageSpan): Promise<readonly (Usage & { readonly hour: number })[]> {
    const sums = new UsageSums<number>()
    for await (const window of this.#windows(span)) {
      const rows = await window
        .select((eb) => ['hour', ...summed(eb)])
        .groupBy('hour')
        .execute()
      for (const { hour, ...usage } of rows) sums.add(hour, usage)
    }
    const hours = sums.entries().map(([hour, usage]) => ({ hour, ...usage }))
    return hours.toSorted((one, other) => one.hour - other.hour)
  }

  /** Selected first and then deleted, since PostgreSQL would join the selection with the whole table. */
  async #remove(pause: () => Promise<void>, chosen: () => Ids): Promise<void> {
    for (;;) {
      const ids = (await chosen().limit(sweptAtOnce).execute()).map(({ id }) => id)
      if (ids.length > 0) await this.#db.deleteFrom('host_usage').where('id', 'in', ids).execute()
      if (ids.length < sweptAtOnce) return
      await pause()
    }
  }

  /** The next workspace after another one, and whether it is erased. */
  async #placeAfter(orgId: string) {
    return await this.#db
      .selectFrom('host_usage')
      .select(['org_id as orgId', sql<number>`case when ${isOrphan} then 1 else 0 end`.as('isGone')])
      .where('org_id', '>', orgId)
      .orderBy('org_id')
      .limit(1)
      .executeTakeFirst()
  }

  #ids() {
    return this.#db.selectFrom('host_usage').select('id')
  }

  /** Rows of a span along the key of the table, or the index of one workspace, in windows. */
  async *#windows(span: UsageSpan) {
    let after: UsagePlace | undefined = { hour: span.from, plugin: '', orgId: '' }
    while (after !== undefined) {
      const rest = this.#behind(after, span)
      const last: UsagePlace | undefined = await rest
        .select(['hour', 'plugin', 'org_id as orgId'])
        .offset(windowRows - 1)
        .limit(1)
        .executeTakeFirst()
      const { plugin } = span
      yield this.#db
        .selectFrom(rest.selectAll().limit(windowRows).as('counted'))
        .$if(plugin !== undefined, (query) => query.where('plugin', '=', plugin ?? ''))
      after = last
    }
  }

  #behind({ hour, plugin, orgId }: UsagePlace, span: UsageSpan) {
    return this.#db
      .selectFrom('host_usage')
      .where(sql<SqlBool>`(hour, plugin, org_id) > (${hour}, ${plugin}, ${orgId})`)
      .where('hour', '<', span.to)
      .$if(span.orgId !== undefined, (query) => query.where('org_id', '=', span.orgId ?? ''))
      .orderBy('hour')
      .orderBy('plugin')
      .orderBy('org_id')
  }

  #adding(rows: readonly UsageRow[]) {
    const values = rows.map(({ hour, plugin, orgId, tally }) => ({ hour, plugin, org_id: orgId, ...valuesOf(tally) }))
    return this.#db
      .insertInto('host_usage')
      .values(values)
      .onConflict((conflict) => conflict.columns(['hour', 'plugin', 'org_id']).doUpdateSet(added))
  }
}

const isOrphan = sql<boolean>`org_id not in (${instanceOrgId}, ${otherOrgs})
  and not exists (select 1 from workspaces where workspaces.id = host_usage.org_id)`

/** Each column with its increment. */
const added = Object.fromEntries(
  Object.values(columns).map((column) => [
    column,
    sql<number>`${sql.ref(`host_usage.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
  ]),
) as Readonly<Record<Column, RawBuilder<number>>>

function valuesOf(tally: Readonly<Tally>): Record<Column, number> {
  return Object.fromEntries(counters.map((counter) => [columns[counter], tally[counter]])) as Record<Column, number>
}

function summed(eb: ExpressionBuilder<{ counted: Record<Column, number> }, 'counted'>) {
  return counters.map((counter) => eb.fn.sum<number>(columns[counter]).as(counter))
}

function busyTime({ time, jobTime }: Usage): number {
  return time + jobTime
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
