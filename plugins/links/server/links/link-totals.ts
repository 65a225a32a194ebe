import { Problem, type Queries } from '@host/plugin'
import { linkLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'

/**
 * Counts new links of the workspace, whose total is locked until the transaction ends.
 * @returns how many it has with them
 * @throws Problem `conflict` at the limit
 */
export async function countMore(tx: Queries<Tables>, links: number): Promise<number> {
  const add = tx.insertInto('links_totals').values({ links: 0 })
  await add.onConflict((conflict) => conflict.column('org_id').doNothing()).execute()
  const counted = tx
    .updateTable('links_totals')
    .set((set) => ({ links: set('links', '+', links) }))
    .where('links', '<=', linkLimits.links - links)
  const total = await counted.returning('links').executeTakeFirst()
  if (total === undefined) throw new Problem('conflict', tooMany)
  return total.links
}

/** Counts links that were deleted. */
export async function countFewer(tx: Queries<Tables>, links: number): Promise<void> {
  await tx
    .updateTable('links_totals')
    .set((set) => ({ links: set('links', '-', links), deleted: set('deleted', '+', links) }))
    .execute()
}

const tooMany = {
  detail: {
    en: `This workspace has reached the limit of ${linkLimits.links} links.`,
    zh: `此工作区已达到 ${linkLimits.links} 个链接的上限。`,
  },
  nextStep: { en: 'Delete links that are not needed, then try again.', zh: '请先删除不再需要的链接，然后重试。' },
}
