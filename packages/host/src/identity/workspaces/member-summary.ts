import type { MemberSummary } from '@host/plugin/platform'
import type { HostDatabase } from '../models.ts'
import { membersOf } from './member-store.ts'

const shown = 5

/** Counts the members of a workspace in one pass, and reads who joined last. */
export async function summarizeMembers(
  db: HostDatabase,
  orgId: string,
  { lately, before }: { readonly lately: string; readonly before: string },
): Promise<MemberSummary> {
  const counts = await db
    .selectFrom('memberships as m')
    .where('m.org_id', '=', orgId)
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('m.role', '!=', 'member').as('managing'),
      fn.countAll<number>().filterWhere('m.created_at', '>=', lately).as('joinedLately'),
      fn
        .countAll<number>()
        .filterWhere('m.created_at', '>=', before)
        .filterWhere('m.created_at', '<', lately)
        .as('joinedBefore'),
    ])
    .executeTakeFirstOrThrow()
  const newest = await membersOf(db, orgId)
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(shown)
    .execute()
  return { ...counts, newest }
}
