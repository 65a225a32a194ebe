/**
 * Creates links within the plan of a workspace. The plan is another plugin's, which is asked before the transaction: one
 * that waited for it would hold the only writer of SQLite. Its answer and our own total make the most links that the
 * workspace may have, and the total is compared under its lock:
 *
 *   total ── ask for what is left ── total ── transaction: count more, compare ── within ──► links are stored
 *     ▲                                                       └─ above, by links created meanwhile ─┐
 *     └──────────────────────────────────────────────────────────────────────────────────────────────┘
 */
import { Entitlements, Problem, type Queries, type ScopedDatabase } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { countMore } from './link-totals.ts'

/** The quota of links that a plan may set. */
export const linksQuota = 'links'

/** Questions to the plan while others create links. */
const mostTries = 8

/** Thrown to undo a transaction whose links are too many. */
class OverQuota extends Error {}

interface Workspace {
  readonly db: ScopedDatabase<Tables>
  readonly orgId: string
}

/** Links that are created together. */
export interface CountedLinks<Result> {
  readonly links: number
  /** Stores them; called again in another transaction when others have used up what was left. */
  readonly store: (tx: Queries<Tables>) => Promise<Result>
}

/**
 * Counts new links and stores them in one transaction. Links that exist keep redirecting.
 * @throws Problem `quota_exceeded`, `tier_required`, `conflict` at the limit of every workspace
 */
export async function withinQuota<Result>(
  { ctx }: Pick<Parts, 'ctx'>,
  workspace: Workspace,
  { links, store }: CountedLinks<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const { left, most } = await askPlan(ctx, workspace)
    if (left < links) throw quotaExceeded(left)
    try {
      return await workspace.db.transaction(async (tx) => {
        if ((await countMore(tx, links)) > most) throw new OverQuota()
        return await store(tx)
      })
    } catch (error) {
      if (!(error instanceof OverQuota)) throw error
      if (tries === mostTries) throw quotaExceeded(0)
    }
  }
}

/** How many links the plan leaves now. @throws Problem `tier_required` */
export async function leftInQuota({ ctx }: Pick<Parts, 'ctx'>, workspace: Workspace): Promise<number> {
  return (await askPlan(ctx, workspace)).left
}

interface Plan {
  readonly left: number
  /** Links that the workspace may have: never too many, and too few only while others are deleted. */
  readonly most: number
}

async function askPlan(ctx: Parts['ctx'], { db, orgId }: Workspace): Promise<Plan> {
  const plans = ctx.lookup(Entitlements)
  if (plans === undefined) return { left: Infinity, most: Infinity }
  const before = await totalOf(db)
  const left = await plans.remaining(orgId, linksQuota)
  if (left === undefined) return { left: Infinity, most: Infinity }
  const { deleted } = await totalOf(db)
  // The fewest links that there were when the plan was asked. A total is deleted with the last sample.
  const gone = deleted < before.deleted ? before.links : Math.min(before.links, deleted - before.deleted)
  return { left, most: before.links - gone + left }
}

async function totalOf(db: ScopedDatabase<Tables>) {
  const totals = db.selectFrom('links_totals').select(['links', 'deleted'])
  return (await totals.executeTakeFirst()) ?? { links: 0, deleted: 0 }
}

/** The problem of links that a plan has no room for. */
export function quotaExceeded(left: number): Problem {
  const more = Math.max(0, left)
  return new Problem('quota_exceeded', {
    detail: { en: `The plan allows ${more} more links.`, zh: `套餐还可创建 ${more} 个链接。` },
  })
}
