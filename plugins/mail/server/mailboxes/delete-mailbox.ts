import { Problem, type WorkspaceScope } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { cancelScheduled } from '../queue/cancel-scheduled.ts'
import { emptyMailbox } from '../retention/empty-mailbox.ts'
import { countDeletedMailbox } from './mailbox-totals.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/** From the commit on nothing arrives, and its emails are shown and sent no more; a job deletes those. */
export async function deleteMailboxIn(
  parts: Pick<Parts, 'jobs' | 'clock'>,
  { db, orgId, audit }: Caller,
  id: string,
): Promise<undefined> {
  await db.transaction(async (tx) => {
    const counts = await tx.selectFrom('mail_counts').select('emails').where('mailbox_id', '=', id).execute()
    await tx.deleteFrom('mail_access').where('mailbox_id', '=', id).execute()
    const gone = await tx.deleteFrom('mail_mailboxes').where('id', '=', id).returning('address').executeTakeFirst()
    if (gone === undefined) throw new Problem('not_found')
    await countDeletedMailbox(tx)
    // After the deletion, for which a send of that mailbox waits: it is committed by now, or finds none.
    const canceled = await cancelScheduled(parts, tx, id)
    await parts.jobs.enqueue(orgId, emptyMailbox, { mailboxId: id })
    const emails = counts.reduce((sum, each) => sum + each.emails, 0)
    audit.describe({ target: `mailbox:${id}`, before: { address: gone.address, emails }, after: { canceled } })
  })
}
