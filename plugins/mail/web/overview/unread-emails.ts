import { useQuery } from '@host/plugin-sdk'
import { listMailboxes } from '../../shared/mailboxes.ts'

/** A mailbox with unread emails in its inbox. */
export interface UnreadMailbox {
  readonly id: string
  readonly name: string
  readonly unread: number
}

/** The mailboxes of the reader with unread emails, those with the most first; undefined while they are on their way. */
export function useUnreadMailboxes(): readonly UnreadMailbox[] | undefined {
  const { data } = useQuery(listMailboxes, { limit: 100 }, { errors: 'page' })
  return data?.items
    .map(({ id, name, folders }) => ({
      id,
      name,
      unread: folders?.find(({ folder }) => folder === 'inbox')?.unread ?? 0,
    }))
    .filter(({ unread }) => unread > 0)
    .toSorted((one, other) => other.unread - one.unread)
}

/** Whether the reader has unread emails. */
export function useHasUnread(): boolean {
  const mailboxes = useUnreadMailboxes()
  return mailboxes !== undefined && mailboxes.length > 0
}
