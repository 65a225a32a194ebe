import { isRecipient, isRecipientName, type EmailAddress } from '../../shared.ts'

/** Typed or pasted recipients: the valid ones, and the rest as it was written. */
export interface ParsedRecipients {
  readonly recipients: readonly EmailAddress[]
  readonly rest: string
}

/** Reads `Ada <ada@example.com>` and plain addresses, separated by commas, semicolons or line breaks. */
export function parseRecipients(text: string): ParsedRecipients {
  const recipients: EmailAddress[] = []
  const rest: string[] = []
  for (const part of partsOf(text)) {
    const recipient = recipientOf(part)
    if (recipient === undefined) rest.push(part)
    else recipients.push(recipient)
  }
  return { recipients, rest: rest.join(', ') }
}

export function writeRecipient({ name, address }: EmailAddress): string {
  return name === '' ? address : `${name} <${address}>`
}

/** Separators in quotes or angle brackets belong to a name. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = []
  let part = ''
  let isQuoted = false
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    if (!isQuoted && /[,;\r\n，；]/.test(sign)) {
      parts.push(part)
      part = ''
    } else {
      part += sign
    }
  }
  return [...parts, part].map((each) => each.trim()).filter((each) => each !== '')
}

function recipientOf(part: string): EmailAddress | undefined {
  const open = part.lastIndexOf('<')
  const isNamed = open !== -1 && part.endsWith('>')
  const address = (isNamed ? part.slice(open + 1, -1) : part).trim()
  const name = isNamed
    ? part
        .slice(0, open)
        .trim()
        .replace(/^"(.*)"$/, '$1')
    : ''
  return isRecipient(address) ? { name: isRecipientName(name) ? name : '', address } : undefined
}
