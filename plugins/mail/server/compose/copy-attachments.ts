import { randomUUID } from 'node:crypto'
import type { BlobsService, Queries } from '@host/plugin'
import { writingLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { totalProblem } from './draft-files.ts'
import type { Writer } from './senders.ts'

type Staged = Awaited<ReturnType<BlobsService['stage']>>

interface Placing {
  readonly draftId: string
  readonly userId: string
  readonly now: string
}

interface Copy {
  readonly key: string
  readonly blob: Staged
  readonly name: string
  readonly type: string
  readonly content_id: string | null
}

/** Copies of files whose bytes are stored, and shown nowhere until they are placed. */
export interface StagedCopies {
  /** Part of the transaction that inserts the draft. */
  place(tx: Queries<Tables>, placing: Placing): Promise<void>
  /** Never rejects. */
  discard(): Promise<void>
}

/** Copies the files of a message for a draft. @throws Problem `conflict` for more than an email can have, `quota_exceeded` */
export async function copyAttachments(
  { blobs, storage }: Pick<Parts, 'blobs' | 'storage'>,
  { db, orgId }: Writer,
  messageId: string,
): Promise<StagedCopies> {
  const files = await db
    .selectFrom('mail_attachments')
    .select(['name', 'type', 'size', 'file', 'content_id'])
    .where('message_id', '=', messageId)
    .orderBy('position')
    .limit(writingLimits.files + 1)
    .execute()
  if (files.length > writingLimits.files) throw totalProblem()
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > writingLimits.fileBytes) throw totalProblem()
  await storage.requireRoom(orgId, bytes)
  await storage.add(orgId, bytes)
  const copies: Copy[] = []
  const discard = async (): Promise<void> => {
    for (const { blob } of copies) await blobs.discard(blob)
  }
  try {
    for (const { name, type, file, content_id } of files) {
      const source = await blobs.get(orgId, file)
      if (source === undefined) continue
      const blob = await blobs.stage(orgId, source.body, { type: source.type })
      copies.push({ key: `drafts/${randomUUID()}`, blob, name, type, content_id })
    }
  } catch (error) {
    await discard()
    throw error
  }
  return {
    discard,
    async place(tx, { draftId, userId, now }) {
      for (const { key, blob, name, type, content_id } of copies) {
        await blobs.place(orgId, key, blob)
        const common = { draft_id: draftId, uploaded_by: userId, created_at: now }
        await tx
          .insertInto('mail_draft_files')
          .values({ ...common, name, type, content_id, size: blob.size, file: key })
          .execute()
      }
    },
  }
}
