import { createHash } from 'node:crypto'

/** Headers `Received` after which a message goes in circles. */
const mostHops = 25
/** Mailboxes that have forwarded a message. */
const mostForwards = 10
/** Bytes in which headers are looked for. */
const headerBytes = 262_144

const markHeader = 'X-Host-Forwarded'

/** Names a mailbox in its trace header without showing its ID. */
function markOf(mailboxId: string): string {
  return createHash('sha256').update(`forwarded ${mailboxId}`).digest('hex').slice(0, 24)
}

/** Whether a message goes in circles, or has been forwarded by this mailbox already. */
export function isLooping(bytes: Uint8Array, mailboxId: string): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headerBytes)).toString('latin1')
  const end = head.search(/\r?\n\r?\n/)
  const headers = end === -1 ? head : head.slice(0, end)
  const hops = headers.match(/^received[ \t]{0,10}:/gim) ?? []
  const marks = [...headers.matchAll(/^x-host-forwarded:[ \t]{0,10}([\da-f]{24})/gim)].map(([, mark]) => mark)
  return hops.length >= mostHops || marks.length >= mostForwards || marks.includes(markOf(mailboxId))
}

export interface Forwarding {
  readonly mailboxId: string
  /** Of the mailbox, in ASCII. */
  readonly domain: string
  readonly emailId: string
  readonly at: number
}

/** Lines before the first byte of a forwarded message, which itself stays as it was received. */
export function traceHeaders({ mailboxId, domain, emailId, at }: Forwarding): string {
  const date = new Date(at).toUTCString().replace('GMT', '+0000')
  return `Received: by ${domain} (forwarded) id ${emailId};\r\n\t${date}\r\n${markHeader}: ${markOf(mailboxId)}\r\n`
}
