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
  readonly isOfAllFolders: boolean
}

/** A folder of one mailbox or the inboxes of all; a search goes through all folders, and a label through all mailboxes, too. */
export function useEmails({ table, folder, mailboxId, labelId }: MailView, mailboxes: readonly Mailbox[]): ShownEmails {
  const isLabel = labelId !== undefined
  const isOfAllFolders = table.search !== '' || isLabel
  const only = mailboxes.length === 1 ? mailboxes[0]?.id : undefined
  const mailbox = isLabel ? undefined : (mailboxId ?? only)
  const list = useListQuery(
    listEmails,
    {
      ...tableInput(listEmails, table),
      ...(mailbox !== undefined && { mailboxId: mailbox }),
      ...(!isOfAllFolders && { folder }),
      limit: pageSize,
    },
    { errors: 'page' },
  )
  const { items } = list
  const emails = useMemo(
    () => items?.filter((email) => list.isPrevious || isShown(email, { folder, labelId, isOfAllFolders })),
    [items, folder, labelId, isOfAllFolders, list.isPrevious],
  )
  return { list, emails, isOfAllFolders }
}

/** Whether an email that was moved or labeled here is still one of the list. */
function isShown(
  email: Email,
  { folder, labelId, isOfAllFolders }: Pick<MailView, 'folder' | 'labelId'> & Pick<ShownEmails, 'isOfAllFolders'>,
): boolean {
  if (!isOfAllFolders) return email.folder === folder
  if (labelId === undefined) return true
  return email.labels.includes(labelId) && email.folder !== 'spam' && email.folder !== 'trash'
}
