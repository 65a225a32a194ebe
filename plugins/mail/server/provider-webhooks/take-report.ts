import { createHash } from 'node:crypto'
import type { Queries } from '@host/plugin'
import { readBounceAddress } from '../bounces/bounce-address.ts'
import { recordFailure } from '../bounces/record-failure.ts'
import { namedIn, sentTogether } from '../bounces/sent-together.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import type { ProviderFailure, ProviderReport } from './provider-report.ts'
import { deliveryPaths } from '../queue/delivery-paths.ts'

interface Hook {
  readonly id: string
  readonly org_id: string
}

/** Records what a mail service reported, all in one transaction. A repeat changes nothing. */
export async function takeReport(parts: Parts, hook: Hook, { id, failures }: ProviderReport): Promise<void> {
  const orgId = hook.org_id
  const sent: (Sent | undefined)[] = []
  for (const failure of failures) sent.push(await findSent(parts, orgId, failure))
  const db = parts.ctx.db.inWorkspace(orgId, 'record what a mail service reported')
  await db.transaction(async (tx) => {
    if (!(await isFirst(parts, tx, id))) return
    const last = new Date(parts.clock()).toISOString()
    await tx.updateTable('mail_provider_hooks').set({ last_at: last }).where('id', '=', hook.id).execute()
    for (const [at, { address, kind, reply }] of failures.entries()) {
      const { recipientId = null, messageId = null } = sent[at] ?? {}
      await recordFailure(parts, tx, { orgId, address, recipientId, messageId, kind, reply })
    }
  })
  if (failures.length > 0) parts.live.changed(orgId, [...deliveryPaths, '/api/x/mail/suppressions'])
  parts.live.changed(orgId, ['/api/x/mail/providers'])
}

interface Sent {
  readonly recipientId: string
  readonly messageId: string | null
}

/** The recipient whose address a report states, among those that had the message by the envelope sender that it returns. */
async function findSent(
  parts: Parts,
  orgId: string,
  { envelopeFrom, address }: ProviderFailure,
): Promise<Sent | undefined> {
  const recipientId = await readBounceAddress(parts, envelopeFrom)
  const together = recipientId === undefined ? undefined : await sentTogether(parts, { recipientId, orgId })
  const found = together && namedIn(together, address)
  return found && { recipientId: found.recipientId, messageId: together.messageId }
}

/** Whether a message of a service is new. Part of the transaction that applies it. */
export async function isFirst({ clock }: Pick<Parts, 'clock'>, tx: Queries<Tables>, id: string): Promise<boolean> {
  const report_key = createHash('sha256').update(id).digest('base64url')
  const stored = await tx
    .insertInto('mail_provider_reports')
    .values({ report_key, seen_at: new Date(clock()).toISOString() })
    .onConflict((conflict) => conflict.columns(['org_id', 'report_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}
