import type { Socket } from 'node:net'
import type { SmtpClock } from '../smtp/clock.ts'
import type { Session } from './open-session.ts'
import type { Outcome } from './outcome.ts'
import type { DeliveryTimeouts } from './timeouts.ts'
import type { TranscriptEntry } from './transcript.ts'

/** A server of a destination, with the address that is connected to. */
export interface ServerAddress {
  readonly host: string
  readonly address: string
  readonly port: number
}

/** What direct delivery and relaying share. */
export interface DeliveryOptions {
  /** The name of this host, for EHLO. Never from a tenant. */
  readonly name: string
  /** The rules for outbound connections, asked for each address before it is connected to. */
  readonly isAllowedAddress: (address: string) => boolean | Promise<boolean>
  /** Opens a TCP connection to exactly this address. Default: `net.connect`. */
  readonly connect?: (server: ServerAddress, signal: AbortSignal) => Promise<Socket>
  readonly timeouts?: Partial<DeliveryTimeouts>
  readonly signal?: AbortSignal
  readonly clock?: SmtpClock
  /**
   * Called when all of the message but its end was sent, with the recipients that the server accepted. Its end is sent once
   * the promise resolved with true, so note durably then that these recipients may get the message. Otherwise the
   * connection is broken off, and the message is not delivered.
   */
  readonly beforeEnd?: (recipients: readonly string[]) => Promise<boolean>
  /** Authorities to trust instead of the system's. */
  readonly authorities?: readonly string[]
}

/** The result of one attempt to deliver a message to one destination. */
export interface Delivery {
  /** One for each recipient, in their order. */
  readonly recipients: readonly { readonly address: string; readonly outcome: Outcome }[]
  /** All commands and replies, over all servers that were tried. */
  readonly transcript: readonly TranscriptEntry[]
  /** The last server that was connected to. */
  readonly server: ServerAddress | undefined
  readonly tls: Session['tls']
}
