import { snippetOf, type ParsedMessage } from '@host/email'
import { mailLimits, type EmailAddress } from '../../shared.ts'

/** Columns of a message that follow from its parse. */
export function messageColumns({ headers, text, attachments, parse, problems }: ParsedMessage) {
  const sender = headers.from[0] ?? headers.sender ?? null
  const cut = (list: readonly EmailAddress[]): EmailAddress[] =>
    list
      .slice(0, mailLimits.addresses)
      .map(({ name, address }) => ({ name: cutText(name, 255), address: cutText(address, 320) }))
  return {
    message_id: cutText(headers.messageId ?? '', 1_000),
    in_reply_to: cutText(headers.inReplyTo[0] ?? '', 1_000),
    sender: sender === null ? null : (cut([sender])[0] ?? null),
    recipients: cut(headers.to),
    cc: cut(headers.cc),
    reply_to: cut(headers.replyTo),
    list_id: cutText(headers.listId ?? '', 255),
    is_automatic: isAutomatic(headers),
    sender_text: sender === null ? '' : cutText(`${sender.name} ${sender.address}`.trim(), 600),
    subject: cutText(headers.subject, 1_000),
    snippet: cutText(snippetOf(text), 200),
    text: cutText(text, mailLimits.text),
    attachments: Math.min(attachments.length, mailLimits.attachments),
    parse: typeof parse === 'string' ? parse : parse.limit,
    problems: [...problems, ...(attachments.length > mailLimits.attachments ? ['attachments-cut'] : [])],
  }
}

const automaticPrecedences: ReadonlySet<string | undefined> = new Set(['bulk', 'junk', 'list', 'auto_reply'])

/** Whether headers say that a program sent the message (RFC 3834, section 2). */
function isAutomatic({ autoSubmitted, precedence, listId }: ParsedMessage['headers']): boolean {
  return autoSubmitted !== 'no' || automaticPrecedences.has(precedence) || listId !== undefined
}

export type MessageColumns = ReturnType<typeof messageColumns>

/** At most that many characters, without half of one at the end, as both databases store it. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replaceAll('\u0000', '').toWellFormed()
}
