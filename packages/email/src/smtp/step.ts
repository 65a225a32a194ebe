import type { SmtpEnvelope } from './envelope.ts'
import type { Input } from './input.ts'
import type { SmtpReply } from './reply.ts'
import type { Transaction } from './transaction.ts'

/** A decision of the product. */
export type Question =
  | { readonly kind: 'sender'; readonly transaction: Transaction }
  | { readonly kind: 'recipient'; readonly address: string; readonly envelope: SmtpEnvelope }
  | { readonly kind: 'message'; readonly envelope: SmtpEnvelope; readonly pieces: Uint8Array[]; release(): void }

/** The result of a command or of a message's content. `end` closes the connection after its reply. */
export type Step =
  | { readonly kind: 'reply' | 'end'; readonly reply: SmtpReply }
  | { readonly kind: 'lines'; readonly code: number; readonly lines: readonly string[] }
  | { readonly kind: 'ask'; readonly question: Question }
  | { readonly kind: 'receive'; readonly receiver: Receiver; readonly reply?: SmtpReply }
  | { readonly kind: 'start tls' }

/** Reads the content of a message. */
export interface Receiver {
  /** `undefined` when more must come. */
  read(input: Input): Step | undefined
  /** Frees the memory of a message that doesn't end. */
  release(): void
}
