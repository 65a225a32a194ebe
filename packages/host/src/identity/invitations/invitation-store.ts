/**
 * Invitations in the database. Creating, renewing or accepting one locks the workspace's row, so that two accepts of
 * one link run one after the other and the second finds nothing, and so that the inviter's rights are current.
 */
import { Problem, type Page, type PageRequest, type Queries, type Role } from '@host/plugin'
import type { Invitation, WorkspaceActor } from '@host/plugin/platform'
import { cappedRole } from '../api-tokens/effective-rights.ts'
import type { HostDatabase, HostTables } from '../models.ts'
import { pageOf, rowsToRead } from '../page.ts'
import { iso } from '../../support/time.ts'
import { checkMayChange, refuseErasing } from '../workspaces/member-rules.ts'
import { roleIn } from '../workspaces/role-in.ts'

/** How long a link works, in milliseconds. */
export const invitationLife = 7 * 86_400_000

/** An invitation as it is written. */
export interface NewInvitation {
  readonly orgId: string
  readonly email: string
  readonly role: Role
  readonly tokenHash: string
  readonly isMailed: boolean
  readonly invitedBy: string
}

/** An invitation that a link may open. */
export interface StoredInvitation {
  readonly id: string
  readonly orgId: string
  readonly email: string
  readonly role: Role
  readonly isMailed: boolean
  readonly invitedBy: string
  readonly workspace: string
  readonly inviter: string | null
  /** Null when the account of the inviter no longer exists. */
  readonly isByInstanceAdmin: boolean | null
}

/** Those of a workspace, the newest first. */
export async function listInvitations(
  db: HostDatabase,
  orgId: string,
  { page, now }: { readonly page: PageRequest; readonly now: number },
): Promise<Page<Invitation>> {
  const all = invitationsOf(db, orgId)
  const from = page.cursor === undefined ? all : all.where('i.id', '<', page.cursor)
  const rows = await from.orderBy('i.id', 'desc').limit(rowsToRead(page)).execute()
  const { items, nextCursor } = pageOf(rows, page, ({ id }) => id)
  return { items: items.map((row) => ({ ...row, isExpired: row.expiresAt <= iso(now) })), nextCursor }
}

/** @throws Problem `not_found` */
export async function readInvitation(db: Queries<HostTables>, orgId: string, id: string) {
  const row = await invitationsOf(db, orgId).where('i.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** Writes an invitation over the one that the address had. */
export async function putInvitation(db: Queries<HostTables>, invitation: NewInvitation, now: number): Promise<string> {
  const values = {
    role: invitation.role,
    token_hash: invitation.tokenHash,
    is_mailed: invitation.isMailed,
    invited_by: invitation.invitedBy,
    created_at: iso(now),
    expires_at: iso(now + invitationLife),
  }
  const { id } = await db
    .insertInto('invitations')
    .values({ org_id: invitation.orgId, email: invitation.email, ...values })
    .onConflict((conflict) => conflict.columns(['org_id', 'email']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * The invitation of a valid link: not expired, its workspace open, and its inviter still allowed to invite to this
 * role.
 */
export async function openInvitation(
  db: Queries<HostTables>,
  tokenHash: string,
  now: number,
): Promise<StoredInvitation | undefined> {
  const row = await db
    .selectFrom('invitations as i')
    .innerJoin('workspaces as w', 'w.id', 'i.org_id')
    .leftJoin('users as u', 'u.id', 'i.invited_by')
    .select(['i.id', 'i.org_id as orgId', 'i.email', 'i.role', 'i.is_mailed as isMailed', 'i.invited_by as invitedBy'])
    .select(['w.name as workspace', 'u.name as inviter', 'u.is_instance_admin as isByInstanceAdmin'])
    .where('i.token_hash', '=', tokenHash)
    .where('i.expires_at', '>', iso(now))
    .where('w.erase_at', 'is', null)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return (await mayInvite(db, row)) ? row : undefined
}

/** @throws Problem `not_found`, `forbidden`, `conflict` for a workspace that is to be erased */
export async function checkMayInvite(
  db: Queries<HostTables>,
  { orgId, actorId, asRole, role }: WorkspaceActor & { readonly role: Role },
): Promise<{ readonly workspace: string; readonly inviter: string; readonly isByInstanceAdmin: boolean }> {
  const row = await db
    .selectFrom('workspaces as w')
    .innerJoin('memberships as m', 'm.org_id', 'w.id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['w.name as workspace', 'w.erase_at as eraseAt', 'm.role', 'u.name as inviter'])
    .select('u.is_instance_admin as isByInstanceAdmin')
    .where('w.id', '=', orgId)
    .where('m.user_id', '=', actorId)
    .executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  checkMayChange(cappedRole(row.role, asRole), { from: undefined, to: role })
  refuseErasing(row)
  return row
}

async function mayInvite(
  db: Queries<HostTables>,
  { orgId, invitedBy, role }: Pick<StoredInvitation, 'orgId' | 'invitedBy' | 'role'>,
): Promise<boolean> {
  try {
    checkMayChange(await roleIn(db, orgId, invitedBy), { from: undefined, to: role })
    return true
  } catch {
    return false
  }
}

function invitationsOf(db: Queries<HostTables>, orgId: string) {
  return db
    .selectFrom('invitations as i')
    .leftJoin('users as u', 'u.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'i.role', 'u.name as invitedBy', 'i.created_at as createdAt'])
    .select('i.expires_at as expiresAt')
    .where('i.org_id', '=', orgId)
}
