import { withinPlan, type Queries, type ScopedDatabase } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { linksQuota } from './links-quota.ts'

/** Links that are created together. */
export interface CountedLinks<Result> {
  readonly links: number
  readonly store: (tx: Queries<Tables>) => Promise<Result>
}

/**
 * Counts new links and stores them in one transaction, within the plan of the workspace.
 * @throws Problem `quota_exceeded`, `tier_required`
 */
export async function withinQuota<Result>(
  { ctx }: Pick<Parts, 'ctx'>,
  { db, orgId }: { readonly db: ScopedDatabase<Tables>; readonly orgId: string },
  { links, store }: CountedLinks<Result>,
): Promise<Result> {
  return await withinPlan(ctx, { db, orgId, quota: linksQuota }, async (tx, allow) => {
    allow(await countMore(tx, links), links)
    return await store(tx)
  })
}

/** Counts new links of the workspace, whose total is locked until the transaction ends. @returns how many it has with them */
export async function countMore(tx: Queries<Tables>, links: number): Promise<number> {
  const add = tx.insertInto('links_totals').values({ links })
  const counted = add.onConflict((conflict) =>
    conflict.column('org_id').doUpdateSet((set) => ({ links: set('links_totals.links', '+', links) })),
  )
  return (await counted.returning('links').executeTakeFirstOrThrow()).links
}

/** Counts links that were deleted. */
export async function countFewer(tx: Queries<Tables>, links: number): Promise<void> {
  await tx
    .updateTable('links_totals')
    .set((set) => ({ links: set('links', '-', links) }))
    .execute()
}
