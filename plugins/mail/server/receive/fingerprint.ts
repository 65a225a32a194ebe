import { createHash } from 'node:crypto'
import { inTurns } from '@host/email'

/** How long a delivery is known: mail servers repeat one within minutes, programs that post one within a day. */
export const knownFor = { smtp: 3_600_000, http: 86_400_000 } as const

/** The key of a Message-ID, which is too long for an index. */
export function idKey(messageId: string): string {
  return createHash('sha256').update(messageId).digest('base64url')
}

/** Facts that a repeat of a delivery has in common with the first one. */
export interface Repeated {
  readonly mailboxId: string
  readonly messageId: string | undefined
  readonly from: string
  readonly recipients: readonly string[]
  /** See `bodyHash`. */
  readonly body: string
}

/** The same for the repeats of one delivery to a mailbox, and different for every other one. */
export function fingerprint({ mailboxId, messageId = '', from, recipients, body }: Repeated): string {
  const facts = [mailboxId, messageId, from, [...recipients].toSorted(), body]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
}

/** The hash of a message without its headers, which relays add lines to; of one without a Message-ID as a whole. */
export async function bodyHash(bytes: Uint8Array, messageId: string | undefined): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of inTurns(bytes.subarray(messageId === undefined ? 0 : bodyStart(bytes)))) hash.update(piece)
  return hash.digest('base64url')
}

function bodyStart(bytes: Uint8Array): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const windows = text.indexOf('\r\n\r\n')
  // Not behind the other one: a large body would be searched to its end.
  const unix = text.subarray(0, windows === -1 ? text.length : windows).indexOf('\n\n')
  return Math.max(0, unix === -1 ? windows : unix)
}
