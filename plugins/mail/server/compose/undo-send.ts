import { Problem, type EndpointOutput, type Queries, type WorkspaceScope } from '@host/plugin'
import type { rescheduleEmail, undoSend } from '../../shared.ts'
import { requireEmail } from '../emails/email-rows.ts'
import { removeEmails } from '../emails/remove-emails.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { cancelOutgoing, queueMessage } from '../queue/queue-message.ts'
import { stageDate } from './change-date.ts'
import { scheduledTime } from './send-time.ts'
import type { Writer } from './senders.ts'

type Caller = Writer & Pick<WorkspaceScope<Tables>, 'audit'>

/** An email that waits to be sent, with its entry of the queue. */
async function waitingEmail(tx: Queries<Tables>, userId: string, id: string) {
  const email = await requireEmail(tx, userId, id)
  if (email.direction !== 'out') throw new Problem('not_found')
  const outgoing = await tx
    .selectFrom('mail_outgoing')
    .select(['id', 'envelope_from', 'created_by'])
    .where('message_id', '=', email.message_id)
    .where('state', '=', 'scheduled')
    .forUpdate()
    .executeTakeFirst()
  if (outgoing === undefined) throw new Problem('conflict', begun)
  return { email, outgoing }
}

/**
 * Takes an email back of which nothing was sent: it is removed, and its draft is there again. The queue begins a send in a
 * transaction of its own over the same row, so one of the two comes first.
 * @throws Problem `not_found`, `conflict` once sending has begun
 */
export async function undoSendOf(
  parts: Pick<Parts, 'clock'>,
  { db, userId, audit }: Caller,
  id: string,
): Promise<EndpointOutput<typeof undoSend>> {
  return await db.transaction(async (tx) => {
    const { outgoing } = await waitingEmail(tx, userId, id)
    if (!(await cancelOutgoing(parts, tx, outgoing.id))) throw new Problem('conflict', begun)
    const draft = await tx
      .updateTable('mail_drafts')
      .set({ email_id: null, outgoing_id: null, send_at: null, updated_at: new Date(parts.clock()).toISOString() })
      .where('email_id', '=', id)
      .returning('id')
      .executeTakeFirst()
    await removeEmails(tx, [id])
    audit.describe({ target: `email:${id}`, after: { draftId: draft?.id ?? null } })
    return { draftId: draft?.id ?? null }
  })
}

/** Gives a scheduled email another time, in its header Date too. @throws Problem `not_found`, `conflict`, `invalid_input` */
export async function rescheduleEmailIn(
  parts: Parts,
  { db, userId, orgId, audit }: Caller,
  { id, scheduledAt }: { readonly id: string; readonly scheduledAt: string },
): Promise<EndpointOutput<typeof rescheduleEmail>> {
  const sendAt = scheduledTime(scheduledAt, { now: parts.clock(), path: 'scheduledAt' })
  const dated = await stageDate(parts, { db, userId, orgId }, { id, sendAt })
  try {
    return await db.transaction(async (tx) => {
      const { email, outgoing } = await waitingEmail(tx, userId, id)
      const recipients = await tx
        .selectFrom('mail_recipients')
        .select(['address', 'kind'])
        .where('outgoing_id', '=', outgoing.id)
        .orderBy('id')
        .execute()
      if (!(await cancelOutgoing(parts, tx, outgoing.id))) throw new Problem('conflict', begun)
      await dated.place(tx)
      const outgoingId = await queueMessage(parts, tx, {
        orgId,
        messageId: email.message_id,
        mailboxId: email.mailbox_id,
        envelopeFrom: outgoing.envelope_from,
        createdBy: outgoing.created_by,
        recipients,
        sendAt,
      })
      await tx.updateTable('mail_emails').set({ received_at: sendAt }).where('id', '=', id).execute()
      await tx.updateTable('mail_labeled').set({ received_at: sendAt }).where('email_id', '=', id).execute()
      const drafts = tx.updateTable('mail_drafts').set({ outgoing_id: outgoingId, send_at: sendAt })
      await drafts.where('email_id', '=', id).execute()
      audit.describe({ target: `email:${id}`, after: { sendAt } })
      return { emailId: id, outgoingId, sendAt }
    })
  } catch (error) {
    await dated.discard()
    throw error
  }
}

const begun = {
  detail: { en: 'This email is already being sent, or was sent.', zh: '此邮件正在发送或已发送。' },
  nextStep: { en: 'Write to its recipients again if something is wrong.', zh: '如内容有误，请再次致信收件人。' },
}
