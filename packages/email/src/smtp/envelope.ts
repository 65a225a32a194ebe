/** Sender and recipients as the client gave them. */
export interface SmtpEnvelope {
  /** Empty for the null sender, as of bounces. */
  readonly sender: string
  readonly recipients: readonly string[]
  /** The size that the client declared. */
  readonly declaredBytes: number | undefined
  readonly body: '7BIT' | '8BITMIME'
  readonly usesUtf8: boolean
}

/** How the client introduced itself. */
export interface SmtpClient {
  readonly name: string
  /** Whether it said EHLO rather than HELO. */
  readonly isExtended: boolean
}
