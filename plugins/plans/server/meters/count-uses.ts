/** Use of meters by calendar month. The ID of a use is stored with its count in one transaction, so it counts once. */
import type { MeterUse } from '@host/plugin'
import { planLimits } from '../../shared.ts'
import type { Parts } from '../parts.ts'
import { groupsOf } from './known-uses.ts'
import { monthOf, nextPeriod, periodOf } from './periods.ts'

const reason = 'count what a workspace uses of its plan'
const day = 86_400_000

interface UsedMonth {
  readonly orgId: string
  readonly meter: string
  /** The beginning and the end of a month. */
  readonly from: string
  readonly to: string
}

/** How much of a meter is used in a month: as the host measured it, or as plugins counted it. */
export async function usedIn({ ctx, catalog }: Pick<Parts, 'ctx' | 'catalog'>, month: UsedMonth): Promise<number> {
  const measured = await catalog.measured(month)
  if (measured !== undefined) return measured
  const usage = ctx.db.inWorkspace(month.orgId, reason).selectFrom('plans_usage').select('used')
  const own = usage.where('meter', '=', month.meter).where('period', '=', month.from.slice(0, 7))
  return (await own.executeTakeFirst())?.used ?? 0
}

/** How much of a meter is used in the current month. */
export async function usedInPeriod(parts: Parts, orgId: string, meter: string) {
  const now = parts.clock()
  return { used: await usedIn(parts, { orgId, meter, ...monthOf(periodOf(now)) }), resetsAt: nextPeriod(now) }
}

/** Counts uses; one that is known by its ID, or that is too late for its period, counts nothing. */
export async function countUses(parts: Parts, uses: readonly MeterUse[]): Promise<void> {
  if (uses.length > planLimits.uses) throw new RangeError(`At most ${planLimits.uses} uses are counted at once.`)
  for (const [orgId, own] of Map.groupBy(uses, (use) => use.orgId)) await countIn(parts, orgId, own)
}

/** One transaction and one trip: the database itself adds up the uses that it did not know. */
async function countIn({ ctx, clock }: Parts, orgId: string, uses: readonly MeterUse[]): Promise<void> {
  const now = clock()
  const timely = uses.filter(({ at = now }) => at > now - planLimits.lateDays * day && at <= now + day)
  if (timely.length === 0) return
  const groups = groupsOf(timely, now)
  const db = ctx.db.inWorkspace(orgId, reason)
  const known = db.insertInto('plans_known_uses').values(groups.flatMap(({ rows }) => rows))
  const months = groups.map(({ meter, period }) => ({ meter, period, used: 0 }))
  const begun = db.insertInto('plans_usage').values(months)
  await db.batch([
    known.onConflict((conflict) => conflict.column('key').doNothing()),
    begun.onConflict((conflict) => conflict.columns(['org_id', 'meter', 'period']).doNothing()),
    ...groups.map(({ meter, period, first, last }) => {
      const own = db.selectFrom('plans_known_uses').where('id', '>=', first).where('id', '<=', last)
      return db
        .updateTable('plans_usage')
        .set((set) => ({
          used: set(
            'used',
            '+',
            own.select((sum) => sum.fn.sum<number>('amount').as('amount')),
          ),
          reopened_at: period === periodOf(now) ? null : new Date(now).toISOString(),
        }))
        .where('meter', '=', meter)
        .where('period', '=', period)
        .where((where) => where.exists(own.select('id')))
    }),
  ])
}
