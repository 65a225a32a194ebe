import { randomUUID } from 'node:crypto'
import type { Attachment, ParsedMessage } from '@host/email'
import type { BlobsService } from '@host/plugin'
import { mailLimits } from '../../shared.ts'
import type { Parts } from '../parts.ts'

type Staged = Awaited<ReturnType<BlobsService['stage']>>

/** Stored bytes with the key that they will have. */
interface StagedFile {
  readonly key: string
  readonly blob: Staged
}

/** A message whose bytes are stored, and shown nowhere until their rows are committed. */
export interface StagedMessage {
  readonly raw: StagedFile
  readonly files: readonly (StagedFile & { readonly attachment: Attachment })[]
}

type Staging = Pick<Parts, 'blobs'>

/** Stores the bytes of a message and its attachments. A process that ends here leaves them to the sweeper of blobs. */
export async function stageMessage(
  { blobs }: Staging,
  orgId: string,
  { bytes, parsed }: { readonly bytes: Uint8Array; readonly parsed: ParsedMessage },
): Promise<StagedMessage> {
  const staged: Staged[] = []
  const stage = async (body: Uint8Array, type: string): Promise<StagedFile> => {
    const blob = await blobs.stage(orgId, body, { type })
    staged.push(blob)
    return { key: `messages/${randomUUID()}`, blob }
  }
  try {
    const raw = await stage(bytes, 'message/rfc822')
    const files: (StagedFile & { readonly attachment: Attachment })[] = []
    for (const attachment of parsed.attachments.slice(0, mailLimits.attachments)) {
      files.push({ ...(await stage(attachment.bytes, attachment.type)), attachment })
    }
    return { raw, files }
  } catch (error) {
    for (const blob of staged) await blobs.discard(blob)
    throw error
  }
}

/** Removes the bytes of a message that was not stored after all. */
export async function discardMessage({ blobs }: Staging, { raw, files }: StagedMessage): Promise<void> {
  for (const { blob } of [raw, ...files]) await blobs.discard(blob)
}
