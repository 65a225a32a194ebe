import {
  checkSender,
  ParsePoolClosedError,
  ParseQueueFullError,
  type SenderCheck,
  type SmtpEnvelope,
  type SmtpReply,
  type SmtpSession,
} from '@host/email'
import type { SenderVerdicts } from '../../shared.ts'
import { isBounceAddress } from '../bounces/bounce-address.ts'
import type { Parts } from '../parts.ts'
import type { Delivery } from '../receive/incoming.ts'
import { receive } from '../receive/receive.ts'
import { withoutProofs } from '../senders/receive-proof.ts'
import { isNoRoom } from '../storage/mail-storage.ts'
import { dmarcRefusal } from './dmarc-refusal.ts'
import { replies } from './replies.ts'
import { traceHeaders } from './trace-headers.ts'
import { countReceived, withoutResultsOf } from './sent-headers.ts'

/** A message as its client sent it. */
export interface SentMessage {
  /** The name of this server. */
  readonly name: string
  readonly session: SmtpSession
  readonly envelope: SmtpEnvelope
  readonly bytes: Uint8Array
}

/** Servers that a message may have passed (RFC 5321, section 6.3). */
const mostServers = 25

/** Checks the sender of a message and stores it. A reply with 250 means that it is committed for all its recipients. */
export async function receiveMessage(parts: Parts, message: SentMessage): Promise<SmtpReply> {
  const { name, session, envelope, bytes } = message
  if (countReceived(bytes) >= mostServers) {
    parts.metrics.countReceived({ source: 'smtp', result: 'refused' }, envelope.recipients.length)
    return replies.loop
  }
  const now = new Date(parts.clock())
  const helo = session.client?.name ?? ''
  const { address: peer } = session.peer
  const { lookup } = parts
  const check = await checkSender({ bytes, peer, helo, mailFrom: envelope.sender, lookup, now, hostname: name })
  try {
    const recipients = await withoutProofs(parts, envelope.recipients, check.header)
    if (recipients.length === 0) return replies.stored
    const delivered = await receive(parts, {
      source: 'smtp',
      bytes: withoutResultsOf(bytes, name),
      trace: traceHeaders({ ...message, results: check.header, now }),
      envelope: { from: envelope.sender, to: recipients },
      checks: verdictsOf(check),
    })
    return replyTo(delivered, () => dmarcRefusal(check, peer))
  } catch (error) {
    parts.ctx.log.warn('An email could not be received by SMTP; its sender tries again', { error })
    return failureReply(error)
  }
}

/** One reply to all recipients: none of those that were accepted is lost, and a repeat is known where it was stored. */
function replyTo(delivered: readonly Delivery[], refusal: () => SmtpReply): SmtpReply {
  // A bounce of mail that is not known any more was accepted, and concerns nothing.
  const known = delivered.filter(({ address, outcome }) => outcome !== 'unknown' || !isBounceAddress(address))
  const outcomes = new Set(known.map(({ outcome }) => outcome))
  if (outcomes.has('unknown')) return replies.gone
  return outcomes.has('refused') ? refusal() : replies.stored
}

/** The reply to a message that could not be received this time. */
export function failureReply(error: unknown): SmtpReply {
  if (error instanceof ParseQueueFullError || error instanceof ParsePoolClosedError) return replies.busy
  if (isNoRoom(error)) return replies.noRoom
  return isFull(error) ? replies.full : replies.away
}

/** The error of a full disk, which may be the cause of another. */
function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === 'storage_full') || isFull(error.cause)
}

function verdictsOf({ spf, dkim, dmarc }: SenderCheck): SenderVerdicts {
  return {
    spf: { result: spf.result, domain: spf.domain },
    dkim: dkim.map(({ result, domain }) => ({ result, domain })),
    dmarc: { result: dmarc.result, domain: dmarc.domain, policy: dmarc.policy ?? null },
  }
}
