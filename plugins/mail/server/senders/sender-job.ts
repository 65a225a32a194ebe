import * as z from 'zod/mini'
import { defineJob, type Queries } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

/** Moves the keys of one sending domain on, checks its readiness once a day, and comes again. */
export const senderJob = defineJob({
  name: 'check-sender',
  input: z.strictObject({ senderId: z.string() }),
  attempts: 50,
  timeout: 2 * 60_000,
  usesNetwork: true,
  concurrency: 2,
})

/** Gives a sending domain a job in place of the one that waits. Inside the transaction of the change. */
export async function scheduleSender(
  { jobs, clock }: Pick<Parts, 'jobs' | 'clock'>,
  tx: Queries<Tables>,
  { orgId, id, delay = 0 }: { readonly orgId: string; readonly id: string; readonly delay?: number },
): Promise<void> {
  const job = await jobs.enqueue(orgId, senderJob, { senderId: id }, { delay })
  const next = new Date(clock() + delay).toISOString()
  await tx.updateTable('mail_senders').set({ job, next_at: next }).where('id', '=', id).execute()
}
