import type { ReadQueries } from '@host/plugin'
import type { EmailAddress } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { RuleFacts } from './match-rule.ts'

interface StoredMessage {
  readonly sender: EmailAddress | null
  readonly recipients: readonly EmailAddress[]
  readonly cc: readonly EmailAddress[]
  readonly subject: string
  readonly list_id: string
  readonly attachments: number
}

/** What rules look at, of the columns of a message. */
export function factsOf({ sender, recipients, cc, subject, list_id: list, attachments }: StoredMessage): RuleFacts {
  return {
    from: sender === null ? '' : sender.address,
    to: [...recipients, ...cc].map(({ address }) => address),
    subject,
    list,
    hasAttachment: attachments > 0,
  }
}

/** Received emails of a mailbox with what rules look at, the newest first. */
export function selectFacts(db: ReadQueries<Tables>, mailboxId: string) {
  return db
    .selectFrom('mail_emails')
    .innerJoin('mail_messages', 'mail_messages.id', 'mail_emails.message_id')
    .select([
      'mail_emails.id',
      'mail_emails.mailbox_id',
      'mail_emails.folder',
      'mail_emails.is_read',
      'mail_emails.received_at',
      'mail_messages.sender',
      'mail_messages.recipients',
      'mail_messages.cc',
      'mail_messages.subject',
      'mail_messages.list_id',
      'mail_messages.attachments',
    ])
    .where('mail_emails.mailbox_id', '=', mailboxId)
    .where('mail_emails.direction', '=', 'in')
}
