/** Use of meters by calendar month. The ID of a use is stored with its count in one transaction, so it counts once. */
import type { MeterUse } from '@host/plugin'
import { planLimits } from '../../shared.ts'
import type { Parts } from '../parts.ts'
import { storeUnknown } from './known-uses.ts'

const reason = 'count what a workspace uses of its plan'
const day = 86_400_000

/** The calendar month of a moment, in UTC. */
export function periodOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 7)
}

/** When the month after a moment's begins. */
export function nextPeriod(moment: number): string {
  const date = new Date(moment)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)).toISOString()
}

/** The beginning and the end of a calendar month, such as `2026-01`. */
export function monthOf(period: string): { readonly from: string; readonly to: string } {
  const from = new Date(`${period}-01T00:00:00Z`).toISOString()
  return { from, to: nextPeriod(Date.parse(from)) }
}

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

async function countIn({ ctx, clock }: Parts, orgId: string, uses: readonly MeterUse[]): Promise<void> {
  const now = clock()
  const timely = uses.filter(({ at = now }) => at > now - planLimits.lateDays * day && at <= now + day)
  if (timely.length === 0) return
  await ctx.db.inWorkspace(orgId, reason).transaction(async (tx) => {
    const fresh = await storeUnknown(tx, { uses: timely, now })
    for (const [key, amount] of sums(fresh, now)) {
      const [meter = '', period = ''] = key.split(' ')
      const reopened = period === periodOf(now) ? null : new Date(now).toISOString()
      await tx
        .insertInto('plans_usage')
        .values({ meter, period, used: amount, reopened_at: reopened })
        .onConflict((conflict) =>
          conflict
            .columns(['org_id', 'meter', 'period'])
            .doUpdateSet((set) => ({ used: set('plans_usage.used', '+', amount), reopened_at: reopened })),
        )
        .execute()
    }
  })
}

function sums(uses: readonly MeterUse[], now: number): ReadonlyMap<string, number> {
  const totals = new Map<string, number>()
  for (const { meter, amount, at = now } of uses) {
    const key = `${meter} ${periodOf(at)}`
    totals.set(key, (totals.get(key) ?? 0) + amount)
  }
  return totals
}
