import { Problem, type EndpointInput, type ReadQueries, type WorkspaceContext, type WorkspaceScope } from '@host/plugin'
import type { setMailboxMembers } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { notifyOfMembers } from './notify-members.ts'
import { notMember } from './mailbox-problems.ts'
import { requireOpenMailbox } from './mailboxes-quota.ts'

/** The members who may read a mailbox, bounded by `mailLimits.members`. */
export async function membersOf(db: ReadQueries<Tables>, mailboxId: string): Promise<string[]> {
  const rows = await db.selectFrom('mail_access').select('user_id').where('mailbox_id', '=', mailboxId).execute()
  return rows.map(({ user_id: id }) => id).toSorted()
}

/** @throws Problem `not_found`, `invalid_input` for a user who is not a member of the workspace */
export async function setMembers(
  parts: Pick<Parts, 'ctx'>,
  { db, audit, orgId, userId: by }: Pick<WorkspaceScope<Tables>, 'db' | 'audit' | 'orgId' | 'userId'>,
  { id, userIds }: EndpointInput<typeof setMailboxMembers>,
): Promise<string[]> {
  await requireOpenMailbox(parts, { db, orgId }, id)
  const wanted = [...new Set(userIds)].toSorted()
  return await db.transaction(async (tx) => {
    const mailboxes = tx.selectFrom('mail_mailboxes').select('address').where('id', '=', id)
    const mailbox = await mailboxes.forUpdate().executeTakeFirst()
    if (mailbox === undefined) throw new Problem('not_found')
    const members = await membersAmong(tx, wanted)
    const stranger = userIds.findIndex((userId) => !members.has(userId))
    if (stranger !== -1) throw notMember(`userIds.${stranger}`)
    const before = await membersOf(tx, id)
    await tx.deleteFrom('mail_access').where('mailbox_id', '=', id).execute()
    if (wanted.length > 0) {
      await tx
        .insertInto('mail_access')
        .values(wanted.map((user_id) => ({ mailbox_id: id, user_id })))
        .execute()
    }
    audit.describe({ target: `mailbox:${id}`, before: { userIds: before }, after: { userIds: wanted } })
    await notifyOfMembers(parts, { orgId, by, address: mailbox.address, before, after: wanted })
    return wanted
  })
}

async function membersAmong(db: ReadQueries<Tables>, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('user_id', 'in', [...userIds])
    .execute()
  return new Set(rows.map(({ user_id: id }) => id))
}

/** Ends the access of a member who left, so that a later return does not restore it, and deletes what was theirs alone. */
export async function forgetMember({ db }: Pick<WorkspaceContext<Tables>, 'db'>, userId: string): Promise<void> {
  await db.deleteFrom('mail_access').where('user_id', '=', userId).execute()
  await db.deleteFrom('mail_signatures').where('user_id', '=', userId).execute()
  await db.deleteFrom('mail_image_senders').where('user_id', '=', userId).execute()
  const loose = db.deleteFrom('mail_draft_files').where('uploaded_by', '=', userId)
  await loose.where('draft_id', 'is', null).execute()
}
