import { Problem, type Queries } from '@host/plugin'
import type { SupportAccess, SupportPerson } from '@host/plugin/platform'
import { iso } from '../../support/time.ts'
import type { HostTables } from '../models.ts'
import { supportState } from './support-state.ts'

/** Requests that a list returns at most. */
const mostListed = 50

/** The requests for a workspace, the newest first. @throws Problem `not_found` */
export async function listSupport(db: Queries<HostTables>, orgId: string, now: number): Promise<SupportAccess[]> {
  await requireOpenWorkspace(db, orgId)
  const rows = await accesses(db, orgId).orderBy('a.id', 'desc').limit(mostListed).execute()
  return rows.map((row) => shown(row, now))
}

/** @throws Problem `not_found`, for a request of another workspace too */
export async function readSupport(
  db: Queries<HostTables>,
  { orgId, accessId }: { readonly orgId: string; readonly accessId: string },
  now: number,
): Promise<SupportAccess> {
  const row = await accesses(db, orgId).where('a.id', '=', accessId).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return shown(row, now)
}

/** The last request of an admin for a workspace; undefined for none. */
export async function lastSupportOf(
  db: Queries<HostTables>,
  { orgId, actorId }: { readonly orgId: string; readonly actorId: string },
  now: number,
): Promise<SupportAccess | undefined> {
  const own = accesses(db, orgId).where('a.user_id', '=', actorId)
  const row = await own.orderBy('a.id', 'desc').limit(1).executeTakeFirst()
  return row && shown(row, now)
}

/** @throws Problem `not_found` for a workspace that does not exist, or is closed */
export async function requireOpenWorkspace(db: Queries<HostTables>, orgId: string): Promise<void> {
  const open = db.selectFrom('workspaces').select('id').where('id', '=', orgId).where('erase_at', 'is', null)
  if ((await open.executeTakeFirst()) === undefined) throw new Problem('not_found')
}

/** Access of which a notice tells at most. */
const mostPresent = 10

/** Granted access of a workspace that is not over, for the notice to its members: one, or those in use before others. */
export async function presentSupport(
  db: Queries<HostTables>,
  { orgId, accessId }: { readonly orgId: string; readonly accessId: string | undefined },
  now: number,
) {
  return await db
    .selectFrom('support_accesses as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.id', 'u.name', 'a.rights', 'a.ends_at as until'])
    .where('a.org_id', '=', orgId)
    .where('a.ended_at', 'is', null)
    .where('a.ends_at', '>', iso(now))
    .$if(accessId !== undefined, (present) => present.where('a.id', '=', accessId ?? ''))
    .orderBy(({ case: when }) => when().when('a.started_at', 'is', null).then(1).else(0).end())
    .orderBy('a.ends_at', 'desc')
    .limit(mostPresent)
    .execute()
}

function accesses(db: Queries<HostTables>, orgId: string) {
  return db
    .selectFrom('support_accesses as a')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('users as d', 'd.id', 'a.decided_by')
    .leftJoin('users as e', 'e.id', 'a.ended_by')
    .selectAll('a')
    .select(['u.name as admin_name', 'd.name as decider_name', 'e.name as ender_name'])
    .where('a.org_id', '=', orgId)
}

type SupportRow = Awaited<ReturnType<ReturnType<typeof accesses>['executeTakeFirstOrThrow']>>

function shown(row: SupportRow, now: number): SupportAccess {
  const state = supportState(row, iso(now))
  const isByItself = state === 'ended' && row.ended_by === null
  return {
    id: row.id,
    orgId: row.org_id,
    state,
    admin: { id: row.user_id, name: row.admin_name },
    reason: row.reason,
    minutes: row.minutes,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
    decidedBy: personOf(row.decided_by, row.decider_name),
    decidedAt: row.decided_at,
    rights: row.rights,
    until: row.ends_at,
    startedAt: row.started_at,
    endedBy: personOf(row.ended_by, row.ender_name),
    endedAt: isByItself ? (row.ended_at ?? row.ends_at) : row.ended_at,
  }
}

function personOf(id: string | null, name: string | null): SupportPerson | null {
  return id === null ? null : { id, name }
}
