import { Problem, type ReadQueries } from '@host/plugin'
import type { Tables } from '../models.ts'

/**
 * Emails that wait to be sent can't be deleted: they would be sent all the same. A part of the transaction that
 * has locked them.
 * @param ids in the order of the caller's input
 * @throws Problem `conflict`
 */
export async function requireBegun(db: ReadQueries<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const waiting = await db
    .selectFrom('mail_emails as e')
    .innerJoin('mail_outgoing as o', 'o.message_id', 'e.message_id')
    .select('e.id')
    .where('e.id', 'in', [...ids])
    .where('e.direction', '=', 'out')
    .where('o.state', '=', 'scheduled')
    .limit(1)
    .executeTakeFirst()
  if (waiting === undefined) return
  const at = ids.indexOf(waiting.id)
  throw new Problem('conflict', {
    detail: waits,
    nextStep: { en: 'Undo the send, or cancel it under Scheduled.', zh: '请先撤销发送，或在“定时发送”中取消。' },
    ...(ids.length > 1 && { errors: [{ path: `ids.${at}`, message: waits }] }),
  })
}

const waits = { en: 'This email waits to be sent.', zh: '此邮件正等待发送。' }
