import * as z from 'zod/mini'
import { defineJob, type EndpointOutput, type ScopedDatabase, type WorkspaceScope } from '@host/plugin'
import { folders, type Folder, type markAllRead } from '../../shared.ts'
import { applyCounts, CountChanges } from '../emails/count-changes.ts'
import { requireReadable } from '../mailboxes/access.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { updateLabeled } from './label-emails.ts'

const Place = z.strictObject({ mailboxId: z.string(), folder: z.enum(folders) })

/** Marks the emails of a folder that a call left. */
export const markFolderRead = defineJob({ name: 'mark-folder-read', input: Place, timeout: 3_600_000 })

/** Emails of one transaction, and steps of a call; a job does the rest. */
const stepSize = 500
const steps = 2

type FolderPlace = z.infer<typeof Place>
type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit'>

/** @throws Problem `not_found` for a mailbox that the caller may not read */
export async function markFolder(
  { jobs }: Pick<Parts, 'jobs'>,
  { db, orgId, userId, audit }: Caller,
  { mailboxId, folder }: FolderPlace,
): Promise<EndpointOutput<typeof markAllRead>> {
  await requireReadable(db, userId, mailboxId)
  audit.describe({ target: `mailbox:${mailboxId}`, after: { folder } })
  let changed = 0
  for (let step = 0; step < steps; step += 1) {
    const marked = await markStep(db, { mailboxId, folder })
    changed += marked
    if (marked < stepSize) return { changed, jobId: null }
  }
  const jobId = await jobs.enqueue(
    orgId,
    markFolderRead,
    { mailboxId, folder },
    { uniqueKey: `${mailboxId}:${folder}` },
  )
  return { changed, jobId }
}

export function handleMarking({ jobs, live }: Parts): void {
  jobs.handle<typeof Place, 'workspace', Tables>(markFolderRead, async ({ db, orgId, signal }, place) => {
    let marked = stepSize
    while (marked === stepSize) {
      signal.throwIfAborted()
      marked = await markStep(db, place)
    }
    live.changed(orgId, ['/api/emails', '/api/x/mail/mailboxes'])
  })
}

async function markStep(
  db: ScopedDatabase<Tables>,
  { mailboxId, folder }: { readonly mailboxId: string; readonly folder: Folder },
): Promise<number> {
  return await db.transaction(async (tx) => {
    const rows = await tx
      .selectFrom('mail_emails')
      .select('id')
      .where('mailbox_id', '=', mailboxId)
      .where('folder', '=', folder)
      .where('is_read', '=', false)
      .orderBy('id')
      .limit(stepSize)
      .forUpdate()
      .execute()
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => id)
    await tx.updateTable('mail_emails').set({ is_read: true }).where('id', 'in', ids).execute()
    await updateLabeled(tx, ids, { isRead: true })
    const changes = new CountChanges()
    for (let count = ids.length; count > 0; count -= 1) {
      changes.take({ mailboxId, folder, isRead: false })
      changes.add({ mailboxId, folder, isRead: true })
    }
    await applyCounts(tx, changes)
    return ids.length
  })
}
