import type { PeerReply } from './reply-reader.ts'

/** Where an outcome comes from: a reply of the server, or the reason why there is none. */
export type OutcomeReason =
  | 'reply'
  | 'dns'
  | 'denied address'
  | 'connect'
  | 'timeout'
  | 'closed'
  | 'malformed reply'
  | 'tls'
  | 'policy'
  | 'auth'
  | 'not supported'
  | 'aborted'

/**
 * The fate of a message for one recipient. `deferred`: try again later. `unknown`: the connection was lost after the end of the
 * message was sent and before its reply, so that the message may have been accepted: never send it again without asking.
 */
export interface Outcome {
  readonly kind: 'delivered' | 'refused' | 'deferred' | 'unknown'
  readonly reason: OutcomeReason
  /** The reply of the server, or one in its place for what was found out here. */
  readonly reply: PeerReply
  /** Whether the server asks to come back in some minutes, as servers do with senders they see for the first time. */
  readonly isGreylisting: boolean
}

export function outcomeOfReply(reply: PeerReply): Outcome {
  const kind = reply.code < 300 ? 'delivered' : reply.code >= 500 ? 'refused' : 'deferred'
  return { kind, reason: 'reply', reply, isGreylisting: kind === 'deferred' && isGreylisting(reply) }
}

/** An outcome that no server replied; its code and enhanced code are as a server would have them. */
export function localOutcome(reason: OutcomeReason, enhanced: string, text: string): Outcome {
  const isRefused = enhanced.startsWith('5')
  const reply = { code: isRefused ? 550 : 450, enhanced, text }
  return { kind: isRefused ? 'refused' : 'deferred', reason, reply, isGreylisting: false }
}

export function unknownOutcome(reason: OutcomeReason): Outcome {
  const text = 'The connection was lost after the message was sent and before the server replied'
  return { kind: 'unknown', reason, reply: { code: 450, enhanced: '4.4.2', text }, isGreylisting: false }
}

function isGreylisting({ enhanced = '', text }: PeerReply): boolean {
  return enhanced.startsWith('4.7.') || /gr[ae]y[ -]?list/i.test(text)
}
