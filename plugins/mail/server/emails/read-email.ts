import { answerBlob, Problem, type ReadQueries, type WorkspaceScope } from '@host/plugin'
import type { EmailDetails } from '../../shared.ts'
import { remoteImagesOf } from '../images/image-senders.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { labeledEmail, requireEmail } from './email-rows.ts'

type Reader = Pick<WorkspaceScope<Tables>, 'db' | 'userId' | 'orgId'>

/** An email with its body. Reading it marks nothing. @throws Problem `not_found` */
export async function emailDetails({ db, userId }: Omit<Reader, 'orgId'>, id: string): Promise<EmailDetails> {
  const row = await requireEmail(db, userId, id)
  const message = await db
    .selectFrom('mail_messages')
    .select(['reply_to', 'message_id', 'text', 'problems'])
    .where('id', '=', row.message_id)
    .executeTakeFirst()
  if (message === undefined) throw new Problem('not_found')
  const body = await db
    .selectFrom('mail_bodies')
    .select('html')
    .where('message_id', '=', row.message_id)
    .executeTakeFirst()
  return {
    ...(await labeledEmail(db, row)),
    bcc: row.direction === 'out' ? await bccOf(db, id) : [],
    replyTo: [...message.reply_to],
    messageId: message.message_id === '' ? null : message.message_id,
    text: message.text,
    html: body?.html ?? null,
    remoteImages: body === undefined ? 'blocked' : await remoteImagesOf(db, userId, row),
    files: await filesOf(db, row.message_id),
    problems: [...message.problems],
  }
}

/** Recipients that only those learn of who read the mailbox that it was sent from. */
async function bccOf(db: ReadQueries<Tables>, id: string): Promise<EmailDetails['bcc']> {
  const row = await db.selectFrom('mail_emails').select('bcc').where('id', '=', id).executeTakeFirst()
  return [...(row?.bcc ?? [])]
}

async function filesOf(db: ReadQueries<Tables>, messageId: string): Promise<EmailDetails['files']> {
  const rows = await db
    .selectFrom('mail_attachments')
    .select(['id', 'name', 'type', 'size', 'content_id', 'is_inline', 'is_truncated'])
    .where('message_id', '=', messageId)
    .orderBy('position')
    .execute()
  return rows.map(({ content_id: contentId, is_inline: isInline, is_truncated: isTruncated, ...file }) => ({
    ...file,
    contentId,
    isInline,
    isTruncated,
  }))
}

/** The bytes of an email, as a file that no browser opens. */
export async function rawEmail(
  { blobs }: Pick<Parts, 'blobs'>,
  { db, userId, orgId }: Reader,
  id: string,
): Promise<Response> {
  const row = await requireEmail(db, userId, id)
  const message = await db.selectFrom('mail_messages').select('raw').where('id', '=', row.message_id).executeTakeFirst()
  const blob = message && (await blobs.get(orgId, message.raw))
  if (blob === undefined) throw new Problem('not_found')
  return answerBlob({ ...blob, type: download }, { name: `${nameOf(row.subject)}.eml` })
}

/**
 * A file of an email. Its type is what the sender stated, so it is sent as bytes: a browser saves it and opens nothing.
 * @throws Problem `not_found`
 */
export async function attachment(
  { blobs }: Pick<Parts, 'blobs'>,
  { db, userId, orgId }: Reader,
  { id, attachmentId }: { readonly id: string; readonly attachmentId: string },
): Promise<Response> {
  const row = await requireEmail(db, userId, id)
  const files = db.selectFrom('mail_attachments').select(['name', 'file']).where('id', '=', attachmentId)
  const file = await files.where('message_id', '=', row.message_id).executeTakeFirst()
  const blob = file && (await blobs.get(orgId, file.file))
  if (blob === undefined || file === undefined) throw new Problem('not_found')
  return answerBlob({ ...blob, type: download }, { name: file.name })
}

const download = 'application/octet-stream'

/** A subject as the name of a file: letters, digits and single hyphens. */
function nameOf(subject: string): string {
  const words = subject.slice(0, 100).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('-') || 'email'
}
