import { Problem, type ReadQueries } from '@host/plugin'
import { mailLimits, writingLimits, type Draft, type DraftFile, type DraftItem } from '../../shared.ts'
import { readableMailboxes } from '../mailboxes/access.ts'
import type { Tables } from '../models.ts'
import { recipientsText } from './recipients-text.ts'
import { shownAddress } from './senders.ts'
import { partOfText, type WrittenSignature } from './text-to-html.ts'

/** The drafts that are still written, of the mailboxes that a member may write from. */
export function writableDrafts(db: ReadQueries<Tables>, userId: string) {
  return db
    .selectFrom('mail_drafts')
    .selectAll()
    .where('mailbox_id', 'in', readableMailboxes(db, userId))
    .where('email_id', 'is', null)
}

export type DraftRow = Awaited<ReturnType<ReturnType<typeof writableDrafts>['executeTakeFirstOrThrow']>>

/** @throws Problem `not_found` */
export async function requireDraft(db: ReadQueries<Tables>, userId: string, id: string): Promise<DraftRow> {
  const row = await writableDrafts(db, userId).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** The recipients of a draft, which approvals name. */
export function draftRecipients({ recipients, cc, bcc }: Pick<DraftRow, 'recipients' | 'cc' | 'bcc'>): string {
  return recipientsText([...recipients, ...cc, ...bcc].map(({ address }) => address))
}

export function listedDraft(row: DraftRow): DraftItem {
  return {
    id: row.id,
    mailboxId: row.mailbox_id,
    kind: row.kind,
    to: row.recipients.slice(0, mailLimits.listedAddresses),
    subject: row.subject,
    snippet: row.snippet,
    updatedAt: row.updated_at,
  }
}

export async function shownDraft(db: ReadQueries<Tables>, row: DraftRow): Promise<Draft> {
  return {
    ...listedDraft(row),
    to: [...row.recipients],
    from: shownAddress(row.from_address),
    fromName: row.from_name,
    cc: [...row.cc],
    bcc: [...row.bcc],
    text: row.text,
    html: row.html,
    editable: row.html ?? partOfText(row.text, await signatureOf(db, row)),
    original: row.original_html,
    answeredId: row.answered_id,
    signatureId: row.signature_id,
    files: await filesOfDraft(db, row.id),
    revision: row.revision,
    createdAt: row.created_at,
  }
}

/** The signature in the text of a draft. */
export async function signatureOf(
  db: ReadQueries<Tables>,
  { signature_id: id }: Pick<DraftRow, 'signature_id'>,
): Promise<WrittenSignature | undefined> {
  if (id === null) return undefined
  return await db.selectFrom('mail_signatures').select(['text', 'html']).where('id', '=', id).executeTakeFirst()
}

export async function filesOfDraft(db: ReadQueries<Tables>, draftId: string): Promise<DraftFile[]> {
  return await db
    .selectFrom('mail_draft_files')
    .select(['id', 'name', 'type', 'size'])
    .where('draft_id', '=', draftId)
    .orderBy('id')
    .limit(writingLimits.files)
    .execute()
}
