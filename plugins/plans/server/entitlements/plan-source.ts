/** The rows of the memory index: plans, and what was decided for workspaces that have any of their own. */
import type { InstanceTables, PluginContext, ReadQueries, ScopedDatabase } from '@host/plugin'
import type { IndexRow, IndexSource } from '@host/plugin/platform'
import type { Tables } from '../models.ts'
import { noticeEnd } from '../excess/notice-end.ts'
import type { ExcessFact, GrantFact, OverrideFact, OwnContents, PlanContents } from './effective.ts'

/** Stored with the default plan. */
export const defaultMark = 'default'

/** The key of the default plan. */
export const defaultKey = 'default'
export const planKey = (id: string): string => `plan:${id}`
export const ownKey = (orgId: string): string => `org:${orgId}`

const pageSize = 500

type Database = ReadQueries<InstanceTables<Tables>>

/** Reads plans of all workspaces. */
export function planSource(ctx: PluginContext<Tables>, clock: () => number): IndexSource {
  // Opened with the first read: plugins are mounted before the database is available.
  let opened: ScopedDatabase<InstanceTables<Tables>> | undefined
  const open = () => (opened ??= ctx.db.asInstance('read the plan of a workspace'))
  return Object.freeze<IndexSource>({
    read: async (key) => {
      if (key === defaultKey) return await readPlan(open(), undefined)
      const id = key.slice(key.indexOf(':') + 1)
      return key === planKey(id) ? await readPlan(open(), id) : await readOwn(open(), id, clock())
    },
    async *pages() {
      yield await planRows(open())
      for (let last = ''; ;) {
        const ids = await nextWorkspaces(open(), last)
        yield await ownRows(open(), ids, clock())
        if (ids.length < pageSize) return
        last = ids.at(-1) ?? last
      }
    },
  })
}

async function readPlan(db: Database, id: string | undefined): Promise<string | undefined> {
  const plans = db.selectFrom('plans_plans').select(['name', 'tiers', 'limits'])
  const one = id === undefined ? plans.where('default_mark', '=', defaultMark) : plans.where('id', '=', id)
  const row = await one.limit(1).executeTakeFirst()
  return row && planText(row)
}

async function planRows(db: Database): Promise<readonly IndexRow[]> {
  const plans = db.selectFrom('plans_plans').select(['id', 'name', 'tiers', 'limits', 'default_mark'])
  const rows = await plans.orderBy('id').execute()
  return rows.flatMap((row): IndexRow[] => [
    [planKey(row.id), planText(row)],
    ...(row.default_mark === defaultMark ? [[defaultKey, planText(row)] as const] : []),
  ])
}

async function readOwn(db: Database, orgId: string, now: number): Promise<string | undefined> {
  return (await ownRows(db, [orgId], now))[0]?.[1]
}

/** IDs of workspaces of which something was decided, a page after one. */
async function nextWorkspaces(db: Database, last: string): Promise<readonly string[]> {
  const ids = async (table: 'plans_assignments' | 'plans_overrides' | 'plans_grants' | 'plans_excess') => {
    const rows = db.selectFrom(table).select('org_id').distinct().where('org_id', '>', last)
    return (await rows.orderBy('org_id').limit(pageSize).execute()).map((row) => row.org_id)
  }
  const found = await Promise.all([
    ids('plans_assignments'),
    ids('plans_overrides'),
    ids('plans_grants'),
    ids('plans_excess'),
  ])
  return [...new Set(found.flat())].toSorted((one, other) => (one < other ? -1 : 1)).slice(0, pageSize)
}

async function ownRows(db: Database, orgIds: readonly string[], now: number): Promise<readonly IndexRow[]> {
  if (orgIds.length === 0) return []
  const moment = new Date(now).toISOString()
  const [assignments, overrides, grants, excess] = await Promise.all([
    db.selectFrom('plans_assignments').select(['org_id', 'plan_id']).where('org_id', 'in', orgIds).execute(),
    db.selectFrom('plans_overrides').select(['org_id', 'name', 'has', 'limit']).where('org_id', 'in', orgIds).execute(),
    db
      .selectFrom('plans_grants')
      .select(['org_id', 'name', 'amount', 'starts_at', 'ends_at'])
      .where('org_id', 'in', orgIds)
      .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', moment)]))
      .execute(),
    db.selectFrom('plans_excess').select(['org_id', 'part', 'since', 'limit']).where('org_id', 'in', orgIds).execute(),
  ])
  return orgIds.flatMap((orgId): IndexRow[] => {
    const of = <Row extends { org_id: string }>(rows: readonly Row[]) => rows.filter((row) => row.org_id === orgId)
    const own: OwnContents = {
      planId: of(assignments)[0]?.plan_id,
      overrides: of(overrides).map(overrideFact),
      grants: of(grants).map(grantFact),
      excess: of(excess).map(excessFact),
    }
    const decided = [own.overrides, own.grants, own.excess].some((facts) => facts !== undefined && facts.length > 0)
    return own.planId === undefined && !decided ? [] : [[ownKey(orgId), JSON.stringify(own)]]
  })
}

function overrideFact({ name, has, limit }: { name: string; has: boolean | null; limit: number | null }): OverrideFact {
  return { name, ...(has === null ? {} : { has }), ...(limit === null ? {} : { limit }) }
}

function excessFact({ part, since, limit }: { part: string; since: string; limit: number }): ExcessFact {
  return { name: part, limit, until: Date.parse(noticeEnd(since)) }
}

interface GrantRow {
  readonly name: string
  readonly amount: number | null
  readonly starts_at: string
  readonly ends_at: string | null
}

function grantFact({ name, amount, starts_at, ends_at }: GrantRow): GrantFact {
  return {
    name,
    ...(amount === null ? {} : { amount }),
    from: Date.parse(starts_at),
    ...(ends_at === null ? {} : { until: Date.parse(ends_at) }),
  }
}

function planText({ name, tiers, limits }: PlanContents): string {
  return JSON.stringify({ name, tiers, limits } satisfies PlanContents)
}
