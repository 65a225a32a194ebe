import type { Queries, ReadQueries } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

/** Messages of a mailbox that wait for their time. */
export async function countScheduled(db: ReadQueries<Tables>, mailboxId: string): Promise<number> {
  const { count } = await scheduledOf(db, mailboxId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** An expression, so that no database goes through all that the mailbox has sent: few messages are scheduled. */
function scheduledOf(db: ReadQueries<Tables>, mailboxId: string) {
  return db
    .selectFrom('mail_outgoing')
    .where('state', '=', 'scheduled')
    .where((build) => build(build.fn.coalesce('mailbox_id', build.val('')), '=', mailboxId))
}

/** Cancels the messages of a mailbox of which nothing was sent, as a part of the transaction that deletes it. @returns how many */
export async function cancelScheduled(
  { clock }: Pick<Parts, 'clock'>,
  tx: Queries<Tables>,
  mailboxId: string,
): Promise<number> {
  const now = new Date(clock()).toISOString()
  const waiting = await scheduledOf(tx, mailboxId).select('id').orderBy('id').forUpdate().execute()
  for (let at = 0; at < waiting.length; at += step) {
    const ids = waiting.slice(at, at + step).map(({ id }) => id)
    const ended = { state: 'canceled', ended_at: now } as const
    await tx.updateTable('mail_outgoing').set(ended).where('id', 'in', ids).execute()
    await tx
      .updateTable('mail_recipients')
      .set({ state: 'canceled', reply: mailboxDeleted, next_at: null, job_id: null, settled_at: now })
      .where('outgoing_id', 'in', ids)
      .execute()
  }
  return waiting.length
}

/** Messages of one statement. */
const step = 500

const mailboxDeleted = 'The mailbox was deleted before its time'
