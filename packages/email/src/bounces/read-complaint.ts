import type { ParsedMessage } from '../message/parse-message.ts'
import { addressIn } from './status-fields.ts'

/** Kinds of feedback of RFC 5965, and `opt-out` of RFC 6650. */
export const feedbackTypes = ['abuse', 'fraud', 'virus', 'not-spam', 'opt-out', 'auth-failure', 'other'] as const

/** A report that a recipient complained about a message (ARF, RFC 5965). */
export interface Complaint {
  readonly type: (typeof feedbackTypes)[number]
  /** Recipients as the report has them: untrusted, and often removed. */
  readonly recipients: readonly string[]
  readonly reporter: string
}

const [longestReport, mostRecipients] = [16_000, 50]

/** The complaint that a message is; undefined for any other message. It never throws. */
export function readComplaint({ attachments }: ParsedMessage): Complaint | undefined {
  const part = attachments.find(({ type }) => type === 'message/feedback-report')
  if (part === undefined) return undefined
  const lines = Buffer.from(part.bytes).toString('utf8', 0, longestReport).replaceAll(/\r\n?/g, '\n')
  const recipients: string[] = []
  let [type, reporter]: [Complaint['type'], string] = ['other', '']
  for (const line of lines.replaceAll(/\n[ \t]/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
    const value = line.slice(colon + 1).trim()
    if (name === 'feedback-type') type = feedbackTypes.find((known) => known === value.toLowerCase()) ?? 'other'
    else if (name === 'user-agent') reporter = value.slice(0, 200)
    else if (name === 'original-rcpt-to' || name === 'removal-recipient') {
      const address = addressIn(value.slice(value.indexOf(';') + 1))
      if (address !== undefined && recipients.length < mostRecipients) recipients.push(address)
    }
  }
  return { type, recipients, reporter }
}
