import { MailSending } from '@host/plugin/platform'
import { failureKind, type Delivery, type PeerReply } from '@host/email'
import type { Queries, ScopedDatabase } from '@host/plugin'
import type { AttemptResult } from '../models/outgoing.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { cutText } from '../receive/message-columns.ts'
import type { ClaimedRecipient, DueMessage } from './claim-recipients.ts'
import { lockMessage, openStates, type LockedMessage } from './locked-message.ts'
import { expectDelay } from './notify-sender.ts'
import { waitAfter } from './retry-schedule.ts'
import { settleRecipients, type Settled } from './settle-recipients.ts'
import type { RouteKind } from '../transports/route.ts'
import { suppress } from '../suppressions/suppress.ts'
import { shownTranscript } from './shown-transcript.ts'

/** What came of a connection for the recipients of an attempt. */
export interface AttemptResultOf {
  readonly due: DueMessage
  readonly token: string
  readonly recipients: readonly ClaimedRecipient[]
  readonly via: string
  readonly kind: RouteKind | 'none'
  readonly delivery: Delivery
  /** Whether no further way is tried in this attempt. */
  readonly isLast: boolean
}

/** Attempts of a message that are stored for each domain. */
const mostAttempts = 20

/**
 * Records a connection with its result for each recipient in one transaction.
 * @returns the recipients for whom the next way may be tried
 */
export async function recordAttempt(
  parts: Parts,
  db: ScopedDatabase<Tables>,
  result: AttemptResultOf,
): Promise<readonly ClaimedRecipient[]> {
  const { due, delivery, isLast } = result
  const next = await db.transaction(async (tx) => {
    const message = await lockMessage(tx, due.id)
    if (message === undefined) return []
    await insertAttempt(tx, result)
    const own = await ownRecipients(tx, result)
    const settled: Settled[] = []
    const again: ClaimedRecipient[] = []
    for (const { address, outcome } of delivery.recipients) {
      const recipient = own.get(address)
      if (recipient === undefined) continue
      const reply = replyOf(outcome.reply)
      if (outcome.kind !== 'deferred') settled.push({ id: recipient.id, state: outcome.kind, reply, wasTried: true })
      else if (outcome.reason === 'aborted') await handBack(tx, recipient.id)
      else if (!isLast) {
        await clearDoubt(tx, recipient.id)
        again.push(recipient)
      } else {
        const wait = waitAfter(recipient.attempts + 1, outcome)
        const over = await defer(parts, tx, { message, recipient, reply, wait })
        if (over !== undefined) settled.push(over)
      }
    }
    await suppressRefused(parts, tx, { message, refused: refusedBy(delivery) })
    await settleRecipients(parts, tx, { message, settled })
    return again
  })
  parts.metrics.countAttempt(result.kind, delivery)
  return next
}

type Refused = ReadonlyMap<string, PeerReply>

/** Recipients that a server refused itself, as an unknown mailbox. */
function refusedBy({ recipients }: Delivery): Refused {
  const refused = recipients.filter(({ outcome: { kind, reason } }) => kind === 'refused' && reason === 'reply')
  return new Map(refused.map(({ address, outcome }) => [address, outcome.reply]))
}

/** An address that does not exist gets nothing more. A refusal by policy says nothing about the address. */
async function suppressRefused(
  parts: Parts,
  tx: Queries<Tables>,
  { message, refused }: { readonly message: LockedMessage; readonly refused: Refused },
): Promise<void> {
  for (const [address, reply] of refused) {
    const { enhanced, text, code } = reply
    if (failureKind({ status: enhanced ?? '', text: `${code} ${text}` }) !== 'hard') continue
    const facts = { orgId: message.org_id, address, messageId: message.message_id }
    await suppress(parts, tx, { ...facts, reason: 'bounce', detail: replyOf(reply) })
  }
}

/** Recipients that are still this attempt's; one whose process was taken for dead may still report its result. */
async function ownRecipients(tx: Queries<Tables>, { token, recipients }: AttemptResultOf) {
  const ids = recipients.map(({ id }) => id)
  const rows = await tx
    .selectFrom('mail_recipients')
    .select(['id', 'address', 'attempts'])
    .where('id', 'in', ids)
    .where('claim', '=', token)
    .where('state', 'in', [...openStates, 'unknown'])
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.address, row]))
}

async function insertAttempt(tx: Queries<Tables>, { due, via, delivery, recipients }: AttemptResultOf): Promise<void> {
  const ids = new Map(recipients.map(({ id, address }) => [address, id]))
  const results = delivery.recipients.map(({ address, outcome }): AttemptResult => ({
    recipientId: ids.get(address) ?? '',
    address,
    outcome: outcome.kind,
    reply: cutText(replyOf(outcome.reply), 1_000),
  }))
  const { server, tls, transcript } = delivery
  const first = transcript[0]?.at ?? 0
  await tx
    .insertInto('mail_attempts')
    .values({
      outgoing_id: due.id,
      domain: due.domain,
      at: new Date(first).toISOString(),
      via: cutText(via, 60),
      server: server === undefined ? '' : cutText(`${server.host} [${server.address}]:${server.port}`, 320),
      tls: tls === undefined ? '' : cutText(`${tls.protocol} ${tls.cipher}${tls.isVerified ? ', verified' : ''}`, 100),
      transcript: shownTranscript(transcript),
      results,
    })
    .execute()
  const own = tx
    .selectFrom('mail_attempts')
    .select('id')
    .where('outgoing_id', '=', due.id)
    .where('domain', '=', due.domain)
  const oldest = await own.orderBy('id', 'desc').offset(mostAttempts).limit(1).executeTakeFirst()
  if (oldest === undefined) return
  await tx
    .deleteFrom('mail_attempts')
    .where('outgoing_id', '=', due.id)
    .where('domain', '=', due.domain)
    .where('id', '<=', oldest.id)
    .execute()
}

interface Deferral {
  readonly message: LockedMessage
  readonly recipient: ClaimedRecipient
  readonly reply: string
  readonly wait: number
}

/** Plans the next attempt. @returns the end of the recipient where there is none */
async function defer(
  parts: Parts,
  tx: Queries<Tables>,
  { message, recipient: { id }, reply, wait }: Deferral,
): Promise<Settled | undefined> {
  const { ctx, clock } = parts
  const next = clock() + wait
  const retryFor = ctx.lookup(MailSending)?.retryFor ?? 0
  const end = Math.min(
    Date.parse(message.began_at ?? message.send_at) + retryFor,
    message.deadline === null ? Infinity : Date.parse(message.deadline),
  )
  if (next > end) return { id, state: 'refused', reply: `No further attempt follows. ${reply}`, wasTried: true }
  await tx
    .updateTable('mail_recipients')
    .set((set) => ({
      state: 'deferred',
      reply: cutText(reply, 1_000),
      next_at: new Date(next).toISOString(),
      attempts: set('attempts', '+', 1),
      claim: null,
      in_doubt_at: null,
    }))
    .where('id', '=', id)
    .execute()
  await expectDelay(parts, message)
  return undefined
}

/** The host stops before the message was sent: the attempt doesn't count. */
async function handBack(tx: Queries<Tables>, id: string): Promise<void> {
  await tx.updateTable('mail_recipients').set({ claim: null, in_doubt_at: null }).where('id', '=', id).execute()
}

async function clearDoubt(tx: Queries<Tables>, id: string): Promise<void> {
  await tx.updateTable('mail_recipients').set({ in_doubt_at: null }).where('id', '=', id).execute()
}

function replyOf({ code, enhanced, text }: Delivery['recipients'][number]['outcome']['reply']): string {
  return [code, enhanced, text].filter((part) => part !== undefined && part !== '').join(' ')
}
