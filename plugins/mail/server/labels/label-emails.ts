import { Problem, type Queries, type ReadQueries } from '@host/plugin'
import { mailLimits, type Folder } from '../../shared.ts'
import { lockEmails } from '../emails/change-emails.ts'
import type { Tables } from '../models.ts'
import { labelsOf } from './labels-of.ts'

export interface LabelChange {
  readonly ids: readonly string[]
  readonly add?: readonly string[] | undefined
  readonly remove?: readonly string[] | undefined
}

/** Labels emails, all or none. @returns how many @throws Problem `not_found`, `conflict` */
export async function changeLabels(
  tx: Queries<Tables>,
  userId: string,
  { ids, add = [], remove = [] }: LabelChange,
): Promise<number> {
  const locked = await lockEmails(tx, userId, ids)
  const emails = locked.map(({ id }) => id)
  const known = await labelsAmong(tx, add)
  const missing = add.findIndex((id) => !known.has(id))
  if (missing !== -1) throw new Problem('not_found', { errors: [{ path: `add.${missing}`, message: unknown }] })
  if (remove.length > 0) {
    const gone = tx.deleteFrom('mail_labeled').where('email_id', 'in', emails)
    await gone.where('label_id', 'in', [...remove]).execute()
  }
  await addLabels(tx, locked, [...known])
  await requireFewLabels(tx, emails)
  return emails.length
}

/** Those of some IDs that labels of the workspace have. */
export async function labelsAmong(db: ReadQueries<Tables>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('mail_labels')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** An email as its labels know it. */
export interface LabeledEmail {
  readonly id: string
  readonly mailbox_id: string
  readonly received_at: string
  readonly folder: Folder
  readonly is_read: boolean
}

export async function addLabels(
  tx: Queries<Tables>,
  emails: readonly LabeledEmail[],
  labelIds: readonly string[],
): Promise<void> {
  for (const labelId of labelIds) {
    if (emails.length === 0) return
    await tx
      .insertInto('mail_labeled')
      .values(
        emails.map((email) => ({
          email_id: email.id,
          label_id: labelId,
          mailbox_id: email.mailbox_id,
          received_at: email.received_at,
          is_listed: isListedByLabel(email.folder),
          is_read: email.is_read,
        })),
      )
      .onConflict((conflict) => conflict.columns(['org_id', 'email_id', 'label_id']).doNothing())
      .execute()
  }
}

/** Tells the labels of emails where these are now, and whether they are read. Part of the transaction that changed them. */
export async function updateLabeled(
  tx: Queries<Tables>,
  emailIds: readonly string[],
  { folder, isRead }: { readonly folder?: Folder | undefined; readonly isRead?: boolean | undefined },
): Promise<void> {
  if (emailIds.length === 0 || (folder === undefined && isRead === undefined)) return
  await tx
    .updateTable('mail_labeled')
    .set({
      ...(folder !== undefined && { is_listed: isListedByLabel(folder) }),
      ...(isRead !== undefined && { is_read: isRead }),
    })
    .where('email_id', 'in', [...emailIds])
    .execute()
}

/** A label lists the emails of all folders but these. */
export function isListedByLabel(folder: Folder): boolean {
  return folder !== 'spam' && folder !== 'trash'
}

async function requireFewLabels(tx: Queries<Tables>, emailIds: readonly string[]): Promise<void> {
  const counts = [...(await labelsOf(tx, emailIds)).values()].map(({ length }) => length)
  if (Math.max(0, ...counts) <= mailLimits.labelsOfEmail) return
  throw new Problem('conflict', { detail: tooMany, errors: [{ path: 'add', message: tooMany }] })
}

const unknown = { en: 'This workspace has no such label.', zh: '此工作区没有这个标签。' }
const tooMany = {
  en: `An email has at most ${mailLimits.labelsOfEmail} labels.`,
  zh: `一封邮件最多有 ${mailLimits.labelsOfEmail} 个标签。`,
}
