import { randomUUID } from 'node:crypto'
import type { Queries, ScopedDatabase } from '@host/plugin'
import { emailSent } from '../events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { suppressedAmong } from '../suppressions/suppressed.ts'
import { lockMessage, openStates, type LockedMessage } from './locked-message.ts'
import { settleRecipients, type Settled } from './settle-recipients.ts'

/** A message of which an attempt is due. */
export interface DueMessage {
  readonly id: string
  readonly orgId: string
  readonly jobId: string
  readonly domain: string
}

/** Recipients that this attempt has taken: no other one sends to them. */
export interface Claimed {
  readonly token: string
  readonly recipients: readonly ClaimedRecipient[]
}

export interface ClaimedRecipient {
  readonly id: string
  readonly address: string
  readonly attempts: number
}

/** What a look at the recipients of a job has found: some to send to, a later moment, or nothing more to do. */
export type Look = Claimed | { readonly laterAt: string } | undefined

/**
 * Takes the recipients that are due. Those that an attempt has left in doubt become `unknown`: its process ended when the
 * server may have had the message.
 * @param most of them, by the hourly limit of the workspace
 */
export async function claimRecipients(
  parts: Parts,
  db: ScopedDatabase<Tables>,
  { due, most }: { readonly due: DueMessage; readonly most: number },
): Promise<Look> {
  const now = new Date(parts.clock()).toISOString()
  return await db.transaction(async (tx) => {
    const message = await lockMessage(tx, due.id)
    if (message === undefined || message.state === 'canceled') return undefined
    if (message.send_at > now) return { laterAt: message.send_at }
    const all = await openRecipients(tx, due)
    const lost = all.filter(({ in_doubt_at: since }) => since !== null)
    const sure = all.filter(({ in_doubt_at: since }) => since === null)
    const suppressed = await suppressedAmong(
      tx,
      sure.map(({ address }) => address),
      parts.clock(),
    )
    const isExpired = message.deadline !== null && message.deadline <= now
    const settled: Settled[] = [
      ...lost.map(({ id }) => ({ id, state: 'unknown' as const, reply: texts.lost })),
      ...sure.flatMap(({ id, address }): Settled[] => {
        if (suppressed.has(address)) return [{ id, state: 'suppressed', reply: texts.suppressed }]
        return isExpired ? [{ id, state: 'refused', reply: texts.expired }] : []
      }),
    ]
    await settleRecipients(parts, tx, { message, settled })
    const ended = new Set(settled.map(({ id }) => id))
    const open = sure.filter(({ id }) => !ended.has(id))
    const ready = open.filter(({ next_at: at }) => at === null || at <= now).slice(0, most)
    if (ready.length === 0) return earliest(open)
    if (message.state === 'scheduled') await begin(parts, tx, { message, now })
    return { token: await claim(tx, ready), recipients: ready }
  })
}

export const texts = {
  lost: 'The sender stopped after the message was sent and before the server replied',
  suppressed: 'The address is on the suppression list',
  expired: 'The deadline of the message passed before it was sent',
} as const

async function openRecipients(tx: Queries<Tables>, { id, domain, jobId }: DueMessage) {
  return await tx
    .selectFrom('mail_recipients')
    .select(['id', 'address', 'attempts', 'next_at', 'in_doubt_at'])
    .where('outgoing_id', '=', id)
    .where('domain', '=', domain)
    .where('job_id', '=', jobId)
    .where('state', 'in', openStates)
    .orderBy('id')
    .forUpdate()
    .execute()
}

function earliest(open: readonly { readonly next_at: string | null }[]): Look {
  const [laterAt] = open.flatMap(({ next_at: at }) => (at === null ? [] : [at])).toSorted()
  return laterAt === undefined ? undefined : { laterAt }
}

async function begin(
  { events }: Pick<Parts, 'events'>,
  tx: Queries<Tables>,
  { message, now }: { readonly message: LockedMessage; readonly now: string },
): Promise<void> {
  await tx.updateTable('mail_outgoing').set({ state: 'sending', began_at: now }).where('id', '=', message.id).execute()
  const { total } = await tx
    .selectFrom('mail_recipients')
    .select((count) => count.fn.countAll<number>().as('total'))
    .where('outgoing_id', '=', message.id)
    .executeTakeFirstOrThrow()
  await events.publish(emailSent, message.org_id, {
    outgoingId: message.id,
    mailboxId: message.mailbox_id,
    from: message.from_address,
    subject: message.subject,
    recipients: total,
  })
}

async function claim(tx: Queries<Tables>, ready: readonly { readonly id: string }[]): Promise<string> {
  const token = randomUUID()
  const ids = ready.map(({ id }) => id)
  await tx.updateTable('mail_recipients').set({ claim: token }).where('id', 'in', ids).execute()
  return token
}

/**
 * Notes durably that recipients may get the message from now on. @returns false when another attempt has taken one of them,
 * or it was canceled
 */
export async function markInDoubt(
  db: ScopedDatabase<Tables>,
  { token, ids, now }: { readonly token: string; readonly ids: readonly string[]; readonly now: string },
): Promise<boolean> {
  const mark = async (tx: Queries<Tables>): Promise<void> => {
    const marked = await tx
      .updateTable('mail_recipients')
      .set({ in_doubt_at: now })
      .where('id', 'in', [...ids])
      .where('claim', '=', token)
      .where('state', 'in', openStates)
      .where('in_doubt_at', 'is', null)
      .returning('id')
      .execute()
    if (marked.length !== ids.length) throw new TakenError()
  }
  try {
    await db.transaction(mark)
    return true
  } catch (error) {
    if (error instanceof TakenError) return false
    throw error
  }
}

class TakenError extends Error {
  constructor() {
    super('Another attempt has taken a recipient.')
    this.name = 'TakenError'
  }
}
