import type { Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'

/** Support access that a sign-in uses, as the database has it at this moment. */
export interface SessionSupport {
  readonly id: string
  /** The owner who granted it. */
  readonly grantedBy: string
  /** ISO 8601. */
  readonly until: string
  readonly isReadOnly: boolean
  /** Whether it was ended before its time. */
  readonly isEnded: boolean
}

/** The last support access that a sign-in started in a workspace; undefined for none, and where the workspace is closed. */
export async function supportOfSession(
  db: Queries<HostTables>,
  { sessionId, orgId }: { readonly sessionId: string; readonly orgId: string },
): Promise<SessionSupport | undefined> {
  const row = await db
    .selectFrom('support_accesses as a')
    .innerJoin('workspaces as w', 'w.id', 'a.org_id')
    .select(['a.id', 'a.decided_by as grantedBy', 'a.ends_at as until', 'a.rights', 'a.ended_at as endedAt'])
    .where('a.session_id', '=', sessionId)
    .where('a.org_id', '=', orgId)
    .where('w.erase_at', 'is', null)
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id, grantedBy, until, rights, endedAt } = row
  if (grantedBy === null || until === null) return undefined
  return { id, grantedBy, until, isReadOnly: rights !== 'admin', isEnded: endedAt !== null }
}
