import type { SmtpClock } from './clock.ts'
import type { SmtpClient, SmtpEnvelope } from './envelope.ts'
import type { SmtpLimits } from './limits.ts'
import type { SmtpVerdict } from './protocol.ts'
import type { SmtpReply } from './reply.ts'

export interface SmtpPeer {
  /** IPv4 or IPv6. */
  readonly address: string
  readonly port: number
}

/** A connection as it is at the time of a call. */
export interface SmtpSession {
  /** The same in all calls of one connection. */
  readonly id: string
  readonly peer: SmtpPeer
  /** Milliseconds since 1970. */
  readonly connectedAt: number
  readonly client: SmtpClient | undefined
  readonly tls: { readonly protocol: string; readonly cipher: string } | undefined
}

type Answer<T> = T | Promise<T>

/** Decisions of the product. One that throws answers 451 4.3.0. */
export interface SmtpHandler {
  onConnect?(peer: SmtpPeer): Answer<SmtpVerdict>
  onMailFrom?(session: SmtpSession, envelope: SmtpEnvelope): Answer<SmtpVerdict>
  /** `envelope` has the recipients before this one. */
  onRecipient(session: SmtpSession, address: string, envelope: SmtpEnvelope): Answer<SmtpVerdict>
  /** Called once for a whole message. A reply with 250 means that it is stored: the client forgets it. */
  onMessage(session: SmtpSession, envelope: SmtpEnvelope, bytes: Uint8Array): Answer<SmtpReply>
}

/** A log as in `@host/plugin`. */
export interface SmtpLog {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void
  error(message: string, fields?: Readonly<Record<string, unknown>>): void
}

/** PEM texts. */
export interface SmtpTls {
  readonly cert: string
  readonly key: string
}

export interface SmtpServerOptions extends SmtpHandler {
  /** The name of this server, as in its MX record. */
  readonly name: string
  readonly port: number
  /** The address to listen on. Default: all. */
  readonly host?: string
  /** Without it, STARTTLS isn't offered. */
  readonly tls?: SmtpTls
  /**
   * Whether an address is a load balancer: its connections begin with a header of the PROXY protocol, which states the client.
   * Default: none is.
   */
  readonly isProxy?: (address: string) => boolean
  readonly limits?: Partial<SmtpLimits>
  /** Milliseconds before the greeting. Clients that talk before it are refused. Default: 0. */
  readonly greetingDelay?: number
  readonly clock?: SmtpClock
  readonly log: SmtpLog
}
