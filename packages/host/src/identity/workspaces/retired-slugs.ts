/**
 * Former slugs of workspaces. A writer that takes a slug writes first and checks here then: if it waited for the
 * workspace that gives the slug up, it sees the row that was left here.
 */
import { Problem, type Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'

/** Most slugs that one workspace holds without using them. */
const mostRetired = 20

/** Whether a slug is kept for another workspace than this one. */
export async function isRetiredFor(db: Queries<HostTables>, slug: string, orgId: string | undefined): Promise<boolean> {
  const row = await db.selectFrom('retired_slugs').select('workspace_id').where('slug', '=', slug).executeTakeFirst()
  return row !== undefined && (orgId === undefined || row.workspace_id !== orgId)
}

/** A slug that a workspace gives up. */
export interface RetiringSlug {
  readonly orgId: string
  readonly slug: string
  readonly at: string
  /** The person who gives it up. */
  readonly by: string
}

/** Keeps the slug that a workspace gives up for it. @throws Problem `conflict` when it holds too many */
export async function retireSlug(db: Queries<HostTables>, { orgId, slug, at, by }: RetiringSlug): Promise<void> {
  const { count } = await db
    .selectFrom('retired_slugs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', orgId)
    .executeTakeFirstOrThrow()
  if (count >= mostRetired) throw tooMany()
  await db.insertInto('retired_slugs').values({ slug, workspace_id: orgId, retired_at: at, retired_by: by }).execute()
}

/** Lets a workspace have a slug back that it gave up. @returns whether it had it */
export async function reuseSlug(db: Queries<HostTables>, orgId: string, slug: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('retired_slugs')
    .where('slug', '=', slug)
    .where('workspace_id', '=', orgId)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

function tooMany(): Problem {
  return new Problem('conflict', {
    detail: {
      en: `This workspace has reached the limit of ${mostRetired} former slugs.`,
      zh: `此工作区已放弃过 ${mostRetired} 个短名称。`,
    },
    nextStep: { en: 'Switch back to one of them.', zh: '请改回其中一个。' },
  })
}
