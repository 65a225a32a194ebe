import { useMemo } from 'react'
import { useSearch, useTable, useTranslation, type TableHandle } from '@host/plugin-sdk'
import { useLabelOptions } from './labels/useLabelOptions.ts'
import { folders, type Folder } from '../../shared.ts'

/** What the page shows, which is all in its address: a link leads a colleague to the same. */
export interface MailView {
  /** Undefined for all mailboxes together. */
  readonly mailboxId: string | undefined
  readonly folder: Folder
  /** The label whose emails of all mailboxes and folders are listed; undefined for a folder. */
  readonly labelId: string | undefined
  readonly openId: string | null
  /** Search, filters and the open email. */
  readonly table: TableHandle
  /** Whether the folders are shown where there is room for one column. */
  readonly showsFolders: boolean
  /** The address of a folder, without a search. */
  readonly folderAddress: (folder: Folder, mailboxId?: string) => string
  readonly labelAddress: (labelId: string) => string
  readonly emailAddress: (id: string) => string
  readonly open: (id: string | null) => void
  readonly showFolders: (isShown: boolean) => void
}

/** Reads the address, and changes it. */
export function useMailView(): MailView {
  const { t } = useTranslation()
  const [query, setQuery] = useSearch()
  const table = useTable({
    filters: {
      isRead: { kind: 'boolean', label: t('mail.emails.isRead') },
      labelId: { kind: 'lookup', label: t('mail.emails.label'), ...useLabelOptions() },
      receivedAt: { kind: 'dates', label: t('mail.emails.receivedAt') },
    },
  })
  const asked = query.get('folder')
  return {
    mailboxId: query.get('mailbox') ?? undefined,
    folder: folders.find((folder) => folder === asked) ?? 'inbox',
    labelId: table.filters.labelId,
    openId: table.openId,
    table,
    showsFolders: query.get('view') === 'folders' && table.openId === null,
    folderAddress,
    labelAddress: (labelId) => `/mail?labelId=${encodeURIComponent(labelId)}`,
    emailAddress: useMemo(() => (id) => addressWith(query, id), [query]),
    open: table.open,
    showFolders: (isShown) => setQuery({ view: isShown ? 'folders' : undefined, open: undefined }),
  }
}

function folderAddress(folder: Folder, mailboxId?: string): string {
  const query = new URLSearchParams({
    ...(mailboxId !== undefined && { mailbox: mailboxId }),
    ...(folder !== 'inbox' && { folder }),
  }).toString()
  return query === '' ? '/mail' : `/mail?${query}`
}

function addressWith(query: URLSearchParams, open: string): string {
  const next = new URLSearchParams(query)
  next.set('open', open)
  next.delete('view')
  return `/mail?${next.toString()}`
}
