import { isReport, type ParsedMessage } from '@host/email'
import type { Parts } from '../parts.ts'
import { readBounceAddress } from './bounce-address.ts'

/** Parts of a report that may name the envelope sender of the message. */
const reportTypes = new Set([
  'message/delivery-status',
  'message/feedback-report',
  'message/rfc822',
  'message/rfc822-headers',
  'text/rfc822-headers',
])
const [longestPart, mostAddresses] = [64_000, 5]

/**
 * The recipients whose signed bounce addresses a report names, for reports that came to another address, such as
 * complaints. Nothing but a signature of this instance leads to a recipient.
 */
export async function namedRecipients(parts: Pick<Parts, 'ctx'>, message: ParsedMessage): Promise<readonly string[]> {
  if (!isReport(message)) return []
  const found = new Set<string>()
  for (const { type, bytes } of message.attachments) {
    if (!reportTypes.has(type)) continue
    const text = Buffer.from(bytes).toString('latin1', 0, longestPart)
    for (const [address] of text.matchAll(/bounces\+[0-9a-z]{42}@[a-z0-9.-]{1,253}/gi)) {
      found.add(address.toLowerCase())
      if (found.size === mostAddresses) break
    }
  }
  const read = await Promise.all([...found].map((address) => readBounceAddress(parts, address)))
  return [...new Set(read.filter((id) => id !== undefined))]
}
