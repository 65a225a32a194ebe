import { Problem, type Queries } from '@host/plugin'
import { linkLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'

/** Counts new links of the workspace. @throws Problem `conflict` at the limit */
export async function countMore(tx: Queries<Tables>, links: number): Promise<void> {
  const add = tx.insertInto('links_totals').values({ links: 0 })
  await add.onConflict((conflict) => conflict.column('org_id').doNothing()).execute()
  const counted = tx
    .updateTable('links_totals')
    .set((set) => ({ links: set('links', '+', links) }))
    .where('links', '<=', linkLimits.links - links)
  if ((await counted.returning('id').executeTakeFirst()) === undefined) throw new Problem('conflict', tooMany)
}

/** Counts links that were deleted. */
export async function countFewer(tx: Queries<Tables>, links: number): Promise<void> {
  await tx
    .updateTable('links_totals')
    .set((set) => ({ links: set('links', '-', links) }))
    .execute()
}

const tooMany = {
  detail: {
    en: `This workspace has reached the limit of ${linkLimits.links} links.`,
    zh: `此工作区已达到 ${linkLimits.links} 个链接的上限。`,
  },
  nextStep: { en: 'Delete links that are not needed, then try again.', zh: '请先删除不再需要的链接，然后重试。' },
}
