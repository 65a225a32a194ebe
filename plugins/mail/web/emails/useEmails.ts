import { useMemo } from 'react'
import { tableInput, useListQuery, type ListQueryResult } from '@host/plugin-sdk'
import { listEmails, type Email, type Mailbox } from '../../shared.ts'
import type { MailView } from './useMailView.ts'

/** Emails of one request. */
const pageSize = 100

/** The emails that the address asks for. */
export interface ShownEmails {
  readonly list: ListQueryResult<Email>
  /** Those that were not moved elsewhere; undefined until they arrive. */
  readonly emails: readonly Email[] | undefined
  /** Whether they are of all folders. */
  readonly isSearch: boolean
}

/** A folder of one mailbox or the inboxes of all; a search goes through all folders. */
export function useEmails({ table, folder, mailboxId }: MailView, mailboxes: readonly Mailbox[]): ShownEmails {
  const isSearch = table.search !== ''
  const only = mailboxes.length === 1 ? mailboxes[0]?.id : undefined
  const mailbox = mailboxId ?? only
  const list = useListQuery(
    listEmails,
    {
      ...tableInput(listEmails, table),
      ...(mailbox !== undefined && { mailboxId: mailbox }),
      ...(!isSearch && { folder }),
      limit: pageSize,
    },
    { errors: 'page' },
  )
  const { items } = list
  const emails = useMemo(
    () => (isSearch ? items : items?.filter((email) => list.isPrevious || email.folder === folder)),
    [items, isSearch, folder, list.isPrevious],
  )
  return { list, emails, isSearch }
}
