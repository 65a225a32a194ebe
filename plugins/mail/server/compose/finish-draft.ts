import * as z from 'zod/mini'
import { defineJob } from '@host/plugin'
import { writingLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

/** Deletes a draft whose send can't be undone any more. */
export const finishDraft = defineJob({ name: 'finish-draft', input: z.strictObject({ draftId: z.string() }) })

/** Deletes uploaded files that no email took, and what is known of sends that are old enough. */
export const tidyWriting = defineJob({ name: 'tidy-writing', input: z.strictObject({}), place: 'instance' })

const minute = 60_000

/** Part of the transaction that sends a draft. */
export async function enqueueFinish(
  { jobs, clock }: Pick<Parts, 'jobs' | 'clock'>,
  orgId: string,
  { draftId, sendAt }: { readonly draftId: string; readonly sendAt: string },
): Promise<void> {
  const delay = Math.max(0, Date.parse(sendAt) - clock()) + minute
  await jobs.enqueue(orgId, finishDraft, { draftId }, { delay })
}

export function handleDrafts(parts: Pick<Parts, 'ctx' | 'jobs' | 'clock'>): void {
  const { ctx, jobs, clock } = parts
  jobs.handle<typeof finishDraft.input, 'workspace', Tables>(finishDraft, async ({ db, again }, { draftId }) => {
    const isWaiting = await db.transaction(async (tx) => {
      const drafts = tx.selectFrom('mail_drafts').select('outgoing_id').where('id', '=', draftId)
      const draft = await drafts.where('email_id', 'is not', null).forUpdate().executeTakeFirst()
      if (draft === undefined) return false
      const queued = tx
        .selectFrom('mail_outgoing')
        .select('state')
        .where('id', '=', draft.outgoing_id ?? '')
      if ((await queued.executeTakeFirst())?.state === 'scheduled') return true
      await tx.deleteFrom('mail_drafts').where('id', '=', draftId).execute()
      return false
    })
    return isWaiting ? again(10 * minute) : undefined
  })
  jobs.handle(tidyWriting, async ({ signal }) => {
    const db = ctx.db.asInstance('delete uploaded files and known sends of all workspaces after some time')
    const before = (hours: number): string => new Date(clock() - hours * 60 * minute).toISOString()
    const old = before(writingLimits.looseHours)
    for (let count = step; count === step;) {
      signal.throwIfAborted()
      const files = db.selectFrom('mail_draft_files').select('id').where('draft_id', 'is', null)
      const due = await files.where('created_at', '<', old).orderBy('created_at').limit(step).execute()
      const ids = due.map(({ id }) => id)
      if (ids.length > 0) await db.deleteFrom('mail_draft_files').where('id', 'in', ids).execute()
      count = ids.length
    }
    await db.deleteFrom('mail_sends').where('sent_at', '<', before(writingLimits.keyHours)).execute()
  })
  jobs.schedule(tidyWriting, '41 * * * *', { input: {} })
}

/** Rows of one step: each has a file. */
const step = 200
