import { Problem, type Queries, type WorkspaceScope } from '@host/plugin'
import type { Direction, Folder, TargetFolder } from '../../shared.ts'
import { requireBegun } from '../compose/require-begun.ts'
import { updateLabeled } from '../labels/label-emails.ts'
import type { Tables } from '../models.ts'
import { applyCounts, CountChanges } from './count-changes.ts'
import { removeEmails } from './remove-emails.ts'
import { unknownEmail } from './unknown-email.ts'

export interface EmailChange {
  readonly isRead?: boolean | undefined
  readonly folder?: TargetFolder | 'sent' | undefined
}

type Reader = Pick<WorkspaceScope<Tables>, 'userId'>

/** Changes emails, all or none. @returns how many @throws Problem `not_found`, `conflict` */
export async function changeAll(
  tx: Queries<Tables>,
  { userId }: Reader,
  { ids, ...change }: EmailChange & { readonly ids: readonly string[] },
): Promise<number> {
  const rows = await lockEmails(tx, userId, ids)
  if (change.folder === 'sent' && rows.some(({ direction }) => direction === 'in')) throw notSent()
  if (change.folder === 'trash') await requireBegun(tx, ids)
  await setAll(tx, rows, change)
  return rows.length
}

export interface Deletion {
  readonly ids: readonly string[]
  /** For good, which only emails in the trash are. */
  readonly permanently?: boolean | undefined
}

/** Facts of a deletion for the audit log, without anything that an email says. */
export interface DeletedEmails {
  readonly emails: number
  readonly permanently: boolean
  readonly mailboxIds: readonly string[]
}

/** Moves emails to the trash, or deletes for good those that are there. @throws Problem `not_found`, `conflict` */
export async function deleteAll(
  tx: Queries<Tables>,
  { userId }: Reader,
  { ids, permanently = false }: Deletion,
): Promise<DeletedEmails> {
  const rows = await lockEmails(tx, userId, ids)
  await requireBegun(tx, ids)
  if (permanently) {
    requireInTrash(rows, ids)
    await removeEmails(
      tx,
      rows.map(({ id }) => id),
    )
  } else await setAll(tx, rows, { folder: 'trash' })
  const mailboxIds = [...new Set(rows.map(({ mailbox_id: id }) => id))].toSorted()
  return { emails: rows.length, permanently, mailboxIds }
}

/** @throws Problem `conflict` naming the first email that is elsewhere */
function requireInTrash(rows: readonly LockedEmail[], ids: readonly string[]): void {
  const elsewhere = new Set(rows.filter(({ folder }) => folder !== 'trash').map(({ id }) => id))
  const at = ids.findIndex((id) => elsewhere.has(id))
  if (at === -1) return
  throw new Problem('conflict', {
    detail: notInTrash,
    nextStep: { en: 'Move it to the trash first, then delete it permanently.', zh: '请先将其移入回收站，再永久删除。' },
    ...(ids.length > 1 && { errors: [{ path: `ids.${at}`, message: notInTrash }] }),
  })
}

const notInTrash = { en: 'This email is not in the trash.', zh: '此邮件不在回收站中。' }

interface LockedEmail {
  readonly id: string
  readonly mailbox_id: string
  readonly direction: Direction
  readonly folder: Folder
  readonly is_read: boolean
  readonly received_at: string
}

/** Each email once, in the order in which every transaction locks them. */
export async function lockEmails(
  tx: Queries<Tables>,
  userId: string,
  ids: readonly string[],
): Promise<readonly LockedEmail[]> {
  const rows = await tx
    .selectFrom('mail_emails')
    .select(['id', 'mailbox_id', 'direction', 'folder', 'is_read', 'received_at'])
    .where('id', 'in', [...new Set(ids)])
    .where('mailbox_id', 'in', (from) =>
      from.selectFrom('mail_access').select('mail_access.mailbox_id').where('mail_access.user_id', '=', userId),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  const missing = ids.findIndex((id) => !known.has(id))
  if (missing !== -1) throw unknownEmail(ids.length === 1 ? undefined : missing)
  return rows
}

async function setAll(
  tx: Queries<Tables>,
  rows: readonly LockedEmail[],
  { isRead, folder }: EmailChange,
): Promise<void> {
  if (rows.length === 0 || (isRead === undefined && folder === undefined)) return
  const changes = new CountChanges()
  for (const { mailbox_id: mailboxId, ...row } of rows) {
    changes.take({ mailboxId, folder: row.folder, isRead: row.is_read })
    changes.add({ mailboxId, folder: folder ?? row.folder, isRead: isRead ?? row.is_read })
  }
  const ids = rows.map(({ id }) => id)
  await tx
    .updateTable('mail_emails')
    .set({ ...(isRead !== undefined && { is_read: isRead }), ...(folder !== undefined && { folder }) })
    .where('id', 'in', ids)
    .execute()
  await updateLabeled(tx, ids, { folder, isRead })
  await applyCounts(tx, changes)
}

function notSent(): Problem {
  const message = { en: 'Only emails that were sent can be in this folder.', zh: '只有已发送的邮件才能放入此文件夹。' }
  return new Problem('invalid_input', { errors: [{ path: 'folder', message }] })
}
