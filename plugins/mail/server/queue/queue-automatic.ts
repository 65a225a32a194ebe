import type { OutgoingMail } from '@host/plugin'
import type { EmailAddress } from '../../shared.ts'
import { recipientsText } from '../compose/recipients-text.ts'
import type { Parts } from '../parts.ts'
import { cutText } from '../receive/message-columns.ts'
import { queueRecipients } from './queue-message.ts'
import { sealBody } from './sealed-body.ts'

export interface AutomaticMessage {
  readonly orgId: string
  readonly mail: OutgoingMail
  readonly sender: EmailAddress
  /** The job that hands it over: a repeat of the job finds the message queued. */
  readonly sourceKey: string
}

/** Queues an email of a plugin, once for each source. Its text is sealed, as it was in its job. */
export async function queueAutomatic(
  parts: Parts,
  { orgId, mail, sender, sourceKey }: AutomaticMessage,
): Promise<{ readonly id: string }> {
  const { ctx, clock } = parts
  const body = await sealBody(ctx, orgId, { ...mail, fromName: sender.name })
  const now = new Date(clock()).toISOString()
  const recipients = mail.to.map((address) => ({ address, kind: 'to' }) as const)
  return await ctx.db.inWorkspace(orgId, 'queue an automatic email').transaction(async (tx) => {
    const added = await tx
      .insertInto('mail_outgoing')
      .values({
        ...body,
        source_key: sourceKey,
        envelope_from: sender.address,
        from_address: sender.address,
        recipients_text: recipientsText(mail.to),
        subject: cutText(mail.subject, 1_000),
        state: 'scheduled',
        send_at: now,
        deadline: mail.deadline === undefined ? null : new Date(mail.deadline).toISOString(),
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['org_id', 'source_key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added !== undefined) await queueRecipients(parts, tx, { orgId, outgoingId: added.id, recipients, sendAt: now })
    return { id: added?.id ?? sourceKey }
  })
}
