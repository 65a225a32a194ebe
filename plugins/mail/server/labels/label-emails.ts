import type { Queries, ReadQueries } from '@host/plugin'
import type { Folder } from '../../shared.ts'
import type { Tables } from '../models.ts'

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
