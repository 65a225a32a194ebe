import { answerBlob, Problem, type Queries, type UploadedFile, type WorkspaceScope } from '@host/plugin'
import { writingLimits, type DraftFile } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { cutText } from '../receive/message-columns.ts'
import { requireDraft } from './draft-rows.ts'
import type { Writer } from './senders.ts'

const hour = 3_600_000

/** Attaches an uploaded file to a draft. @throws Problem `not_found`, `conflict`, `quota_exceeded` */
export async function addFileOf(
  parts: Pick<Parts, 'clock' | 'storage'>,
  { db, userId, orgId, file }: Writer & { readonly file: UploadedFile },
  draftId: string,
): Promise<DraftFile> {
  await parts.storage.requireRoom(orgId, file.size, db)
  await parts.storage.add(orgId, file.size)
  return await db.transaction(async (tx) => {
    // Waits for other uploads to the draft, so that no two of them exceed the limits together.
    await tx.selectFrom('mail_drafts').select('id').where('id', '=', draftId).forUpdate().executeTakeFirst()
    await requireDraft(tx, userId, draftId)
    const files = await tx.selectFrom('mail_draft_files').select('size').where('draft_id', '=', draftId).execute()
    requireTotal([...files, file])
    return await insertFile(tx, { file, draftId, userId, now: parts.clock() })
  })
}

/** Stores a file for emails of a program. @throws Problem `conflict`, `quota_exceeded` */
export async function addLooseFile(
  parts: Pick<Parts, 'clock' | 'storage'>,
  { db, userId, orgId, file }: Writer & { readonly file: UploadedFile },
): Promise<DraftFile & { readonly deletedAt: string }> {
  await parts.storage.requireRoom(orgId, file.size, db)
  await parts.storage.add(orgId, file.size)
  const now = parts.clock()
  return await db.transaction(async (tx) => {
    const own = tx.selectFrom('mail_draft_files').select('id').where('uploaded_by', '=', userId)
    const files = await own.where('draft_id', 'is', null).limit(writingLimits.looseFiles).execute()
    if (files.length >= writingLimits.looseFiles) throw new Problem('conflict', tooManyLoose)
    const stored = await insertFile(tx, { file, draftId: null, userId, now })
    return { ...stored, deletedAt: new Date(now + writingLimits.looseHours * hour).toISOString() }
  })
}

interface NewFile {
  readonly file: UploadedFile
  readonly draftId: string | null
  readonly userId: string
  readonly now: number
}

async function insertFile(tx: Queries<Tables>, { file, draftId, userId, now }: NewFile): Promise<DraftFile> {
  return await tx
    .insertInto('mail_draft_files')
    .values({
      draft_id: draftId,
      uploaded_by: userId,
      name: cutText(file.name, writingLimits.fileName),
      type: typeOf(file.type),
      size: file.size,
      file: file.key,
      created_at: new Date(now).toISOString(),
    })
    .returning(['id', 'name', 'type', 'size'])
    .executeTakeFirstOrThrow()
}

/** A media type without parameters, as a message can have it. */
function typeOf(type: string): string {
  const plain = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const isType = /^[a-z0-9][a-z0-9.+_-]{0,60}\/[a-z0-9][a-z0-9.+_-]{0,60}$/.test(plain)
  return isType && !plain.startsWith('multipart/') ? plain : 'application/octet-stream'
}

/** @throws Problem `conflict` */
export function requireTotal(files: readonly { readonly size: number }[]): void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (files.length > writingLimits.files || bytes > writingLimits.fileBytes) throw totalProblem()
}

/** @throws Problem `not_found` */
export async function removeFileOf(
  { db, userId }: Writer,
  { id, fileId }: { readonly id: string; readonly fileId: string },
): Promise<undefined> {
  await requireDraft(db, userId, id)
  const files = db.deleteFrom('mail_draft_files').where('id', '=', fileId).where('draft_id', '=', id)
  if ((await files.returning('id').executeTakeFirst()) === undefined) throw new Problem('not_found')
}

/** @throws Problem `not_found` */
export async function removeLooseFile({ db, userId }: Writer, id: string): Promise<undefined> {
  const files = db.deleteFrom('mail_draft_files').where('id', '=', id).where('uploaded_by', '=', userId)
  const gone = await files.where('draft_id', 'is', null).returning('id').executeTakeFirst()
  if (gone === undefined) throw new Problem('not_found')
}

/** A file of a draft, as one that no browser opens. @throws Problem `not_found` */
export async function readFileOf(
  { blobs }: Pick<Parts, 'blobs'>,
  { db, userId, orgId }: Pick<WorkspaceScope<Tables>, 'db' | 'userId' | 'orgId'>,
  { id, fileId }: { readonly id: string; readonly fileId: string },
): Promise<Response> {
  await requireDraft(db, userId, id)
  const files = db.selectFrom('mail_draft_files').select(['name', 'file']).where('id', '=', fileId)
  const row = await files.where('draft_id', '=', id).executeTakeFirst()
  const blob = row && (await blobs.get(orgId, row.file))
  if (blob === undefined || row === undefined) throw new Problem('not_found')
  return answerBlob({ ...blob, type: 'application/octet-stream' }, { name: row.name })
}

const mebibytes = writingLimits.fileBytes / (1024 * 1024)

export function totalProblem(): Problem {
  return new Problem('conflict', {
    detail: {
      en: `An email can have at most ${writingLimits.files} files with ${mebibytes} MiB in all.`,
      zh: `一封邮件最多可附 ${writingLimits.files} 个文件，总计 ${mebibytes} MiB。`,
    },
    nextStep: { en: 'Remove files, or send a link to them.', zh: '请移除部分文件，或改为发送文件链接。' },
  })
}

const tooManyLoose = {
  detail: {
    en: `You have reached the limit of ${writingLimits.looseFiles} uploaded files.`,
    zh: `您已达到 ${writingLimits.looseFiles} 个上传文件的上限。`,
  },
  nextStep: { en: 'Delete files that you no longer need.', zh: '请删除不再需要的文件。' },
}
