/** Limits of the server; times in milliseconds. */
export interface SmtpLimits {
  /** Bytes of one message. */
  readonly messageBytes: number
  /** Bytes of all messages that are being received or handed over, over all connections. */
  readonly totalBytes: number
  /** The part of `totalBytes` for one network: /24 of IPv4, /48 of IPv6. */
  readonly networkBytes: number
  readonly connections: number
  readonly networkConnections: number
  /** Recipients of one message, refused ones included. */
  readonly recipients: number
  /** Refused recipients of one connection. */
  readonly refusedRecipients: number
  /** Commands with errors on one connection. */
  readonly badCommands: number
  /** Commands since the last message that aren't part of one, such as NOOP and RSET. */
  readonly idleCommands: number
  /** For a whole command to arrive, and for a TLS handshake. */
  readonly commandTime: number
  /** For the whole content of a message to arrive. */
  readonly messageTime: number
  /** For the header of a load balancer to arrive. */
  readonly proxyHeaderTime: number
  /** For a callback of the handler to decide, after which the answer is 451. */
  readonly answerTime: number
  /** How long a peer may read the last reply, after which the connection is destroyed. */
  readonly closeTime: number
}

const minute = 60_000
const mebibyte = 1_048_576

export const defaultLimits: SmtpLimits = {
  messageBytes: 25 * mebibyte,
  totalBytes: 256 * mebibyte,
  networkBytes: 128 * mebibyte,
  connections: 1_000,
  networkConnections: 50,
  recipients: 100,
  refusedRecipients: 100,
  badCommands: 10,
  idleCommands: 100,
  commandTime: 5 * minute,
  messageTime: 5 * minute,
  proxyHeaderTime: 5_000,
  answerTime: 2 * minute,
  closeTime: 5_000,
}
