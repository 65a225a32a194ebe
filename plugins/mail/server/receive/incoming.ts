import type { SenderVerdicts } from '../../shared.ts'

/** A message that arrived, whichever way. */
export interface Incoming {
  /** As it was sent; repeats are known by it. */
  readonly bytes: Uint8Array
  /** Headers of its way to here, which the raw email has before the others. */
  readonly trace?: Uint8Array | undefined
  readonly envelope: {
    /** Empty for the null sender. */
    readonly from: string
    /** Empty for those of the message's own headers. */
    readonly to: readonly string[]
  }
  readonly source: 'http' | 'smtp'
  /** The one workspace that it is for; left out, each recipient decides. */
  readonly orgId?: string | undefined
  /** Results of the checks of its sender; left out where none were made. */
  readonly checks?: SenderVerdicts | undefined
}

/**
 * - `stored`: committed.
 * - `duplicate`: committed before; nothing was stored again.
 * - `unknown`: no mailbox receives mail of this address.
 * - `refused`: its mailbox refuses mail that fails DMARC where the sender's domain asks for that. By SMTP, where one
 *   answer is for all recipients, only if all their mailboxes do; otherwise these have it as spam.
 */
export type Outcome = 'stored' | 'duplicate' | 'unknown' | 'refused'

/** The outcome for each recipient of the envelope, in its order. */
export interface Delivery {
  readonly address: string
  readonly outcome: Outcome
}
