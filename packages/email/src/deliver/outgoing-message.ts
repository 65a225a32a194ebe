import { isAscii } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { domainToASCII } from 'node:url'
import { ChunkLines } from '../smtp/chunk-lines.ts'
import { hasUtf8, isMailbox } from '../smtp/mailbox.ts'

export interface OutgoingMessage {
  /** Empty for the null sender. */
  readonly sender: string
  readonly recipients: readonly string[]
  /** Lines end with CR LF. */
  readonly bytes: Uint8Array
  /** Whether header fields have UTF-8, so that the server must have SMTPUTF8. Addresses are looked at here. */
  readonly hasUtf8Headers?: boolean
}

const maxRecipients = 1_000
const pieceBytes = 524_288

/** @throws TypeError for addresses that can't be sent as they are, such as one with a line break */
export function checkEnvelope({ sender, recipients }: OutgoingMessage): void {
  if (sender !== '' && !isMailbox(sender)) throw new TypeError('The sender is not a valid address.')
  if (recipients.length === 0 || recipients.length > maxRecipients) {
    throw new TypeError(`A message has between 1 and ${maxRecipients} recipients.`)
  }
  if (!recipients.every(isMailbox)) throw new TypeError('A recipient is not a valid address.')
}

/** Looks at the content in pieces, so that a large message stops nothing else. @throws TypeError for broken lines */
export async function checkContent({ bytes }: OutgoingMessage): Promise<void> {
  const lines = new ChunkLines()
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    if (at > 0) await setImmediate()
    lines.check(bytes.subarray(at, at + pieceBytes))
  }
  if (!lines.isWhole) throw new TypeError('Lines of a message end with CR LF; CR, LF or NUL alone is not allowed.')
}

/** An address in the form for most servers: with an ASCII domain, unless the local part needs SMTPUTF8 anyway. */
export function addressForServer(address: string): string {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const domain = domainToASCII(address.slice(at + 1))
  return hasUtf8(local) || domain === '' ? address : `${local}@${domain}`
}

export function has8Bit(bytes: Uint8Array): boolean {
  return !isAscii(bytes)
}
