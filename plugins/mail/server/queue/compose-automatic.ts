import { isAscii } from 'node:buffer'
import { composeMessage, signMessage, type DkimKey } from '@host/email'
import { domainOf } from './domains.ts'
import type { AutomaticMail } from './sealed-body.ts'

/** A message as it leaves. */
export interface MessageBytes {
  readonly bytes: Buffer
  readonly hasUtf8Headers: boolean
}

export interface AutomaticHead {
  /** The address of the sender. */
  readonly from: string
  readonly date: Date
  /** The same for each attempt, for its Message-ID. */
  readonly key: string
}

/** Composes an email of a plugin or of the host, not signed yet. */
export async function composeAutomatic(
  { to, subject, text, html, replyTo, unsubscribeUrl, fromName }: AutomaticMail,
  { from, date, key }: AutomaticHead,
): Promise<Buffer> {
  const plain = (address: string) => ({ name: '', address })
  const { bytes } = await composeMessage({
    from: { name: fromName, address: from },
    to: to.map(plain),
    ...(replyTo !== undefined && { replyTo: [plain(replyTo)] }),
    subject,
    text,
    ...(html !== undefined && { html }),
    ...(unsubscribeUrl?.startsWith('https:') === true && { unsubscribe: { url: unsubscribeUrl } }),
    date,
    messageId: `<${key}@${domainOf(from)}>`,
    automatic: true,
  })
  return bytes
}

/** A message as it leaves, with a signature of each key. */
export async function signedMessage(plain: Buffer, keys: readonly DkimKey[], now: Date): Promise<MessageBytes> {
  const bytes = keys.length === 0 ? plain : await signMessage(plain, { keys, now })
  return { bytes, hasUtf8Headers: hasUtf8Headers(bytes) }
}

/** Whether the headers of a message need SMTPUTF8. */
function hasUtf8Headers(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n')
  return !isAscii(end === -1 ? bytes : bytes.subarray(0, end))
}
