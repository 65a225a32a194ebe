import type { ReadQueries } from '@host/plugin'
import type { Signature } from '../../shared.ts'
import { signatureBlock } from '../compose/text-to-html.ts'
import type { Tables } from '../models.ts'

/** The signatures of a person. */
export function ownSignatures(db: ReadQueries<Tables>, userId: string) {
  return db
    .selectFrom('mail_signatures')
    .select(['id', 'name', 'mailbox_id', 'text', 'html', 'is_default'])
    .where('user_id', '=', userId)
}

export type SignatureRow = Awaited<ReturnType<ReturnType<typeof ownSignatures>['executeTakeFirstOrThrow']>>

export function shownSignature({ id, name, mailbox_id, text, html, is_default }: SignatureRow): Signature {
  return { id, name, mailboxId: mailbox_id, text, html, isDefault: is_default }
}

/** The signature that new drafts of a person have in a mailbox: its own default, or the one of all mailboxes. */
export async function defaultSignature(
  db: ReadQueries<Tables>,
  userId: string,
  mailboxId: string,
): Promise<SignatureRow | undefined> {
  const rows = await ownSignatures(db, userId).where('is_default', '=', true).orderBy('id').execute()
  return rows.find((row) => row.mailbox_id === mailboxId) ?? rows.find((row) => row.mailbox_id === null)
}

/** A signature of a person that may stand in emails of a mailbox. */
export async function findSignature(
  db: ReadQueries<Tables>,
  userId: string,
  { id, mailboxId }: { readonly id: string; readonly mailboxId: string },
): Promise<SignatureRow | undefined> {
  const row = await ownSignatures(db, userId).where('id', '=', id).executeTakeFirst()
  return row?.mailbox_id === null || row?.mailbox_id === mailboxId ? row : undefined
}

/** A text whose signature is replaced by another one, or removed; the new one stands before a quoted email. */
export function replaceSignature(text: string, former: string | undefined, next: string | undefined): string {
  const block = next === undefined ? '' : signatureBlock(next)
  const old = former === undefined ? undefined : signatureBlock(former)
  const at = old === undefined ? -1 : text.indexOf(old)
  if (old !== undefined && at !== -1) {
    return `${text.slice(0, at)}${block}${text.slice(at + old.length)}`
  }
  return block === '' ? text : `${text.trimEnd()}\n\n${block}`
}
