import {
  planLimit,
  requireUnlocked,
  type Problem,
  type QuotaDefinition,
  type ReadQueries,
  type ScopedDatabase,
} from '@host/plugin'
import { linkLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

/** The quota of links that a plan may set. Links that exist keep redirecting. */
export const linksQuota: QuotaDefinition<Tables> = {
  name: 'links',
  title: { en: 'Short links', zh: '短链接' },
  most: linkLimits.links,
  used: ({ db }) => totalOf(db),
  records: async (db, { skip, limit }) => {
    const links = db.selectFrom('links_links').select(['id', 'slug', 'title']).orderBy('id').offset(skip).limit(limit)
    return (await links.execute()).map(({ id, slug, title }) => ({ id, title: title || slug, path: `/links/${id}` }))
  },
}

/** What the plan leaves now. */
export interface LinksLeft {
  readonly links: number
  /** The problem of links beyond it. */
  exceeded(): Promise<Problem>
}

/** How many links the plan leaves now. @throws Problem `tier_required` */
export async function leftInQuota(
  { ctx }: Pick<Parts, 'ctx'>,
  { db, orgId }: { readonly db: ScopedDatabase<Tables>; readonly orgId: string },
): Promise<LinksLeft> {
  const limit = await planLimit(ctx, orgId, linksQuota)
  const used = await totalOf(db)
  return { links: Math.max(0, limit.most - used), exceeded: () => limit.exceeded(used) }
}

/** Refuses the change of a link above the plan. Before its transaction. @throws Problem `quota_exceeded` */
export async function requireOpenLink(
  { ctx }: Pick<Parts, 'ctx'>,
  { db, orgId }: { readonly db: ReadQueries<Tables>; readonly orgId: string },
  id: string,
): Promise<void> {
  await requireUnlocked(ctx, { db, orgId, quota: linksQuota }, id)
}

async function totalOf(db: Pick<ScopedDatabase<Tables>, 'selectFrom'>): Promise<number> {
  return (await db.selectFrom('links_totals').select('links').executeTakeFirst())?.links ?? 0
}
