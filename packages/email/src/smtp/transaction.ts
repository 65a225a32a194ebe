import type { ChunkLines } from './chunk-lines.ts'
import type { SmtpEnvelope } from './envelope.ts'
import type { MessageBytes } from './message-bytes.ts'

/** One message from MAIL to its end. */
export interface Transaction {
  readonly mail: Omit<SmtpEnvelope, 'recipients'>
  readonly recipients: string[]
  /** Recipients that the client named, refused ones included. */
  named: number
  /** From the first chunk of BDAT on; DATA has its own. */
  chunks: { readonly content: MessageBytes; readonly lines: ChunkLines } | undefined
}

export function envelopeOf({ mail, recipients }: Transaction): SmtpEnvelope {
  return { ...mail, recipients: [...recipients] }
}
