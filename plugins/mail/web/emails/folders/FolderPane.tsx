import { useState } from 'react'
import {
  Button,
  ErrorNote,
  Icon,
  Link,
  useFormat,
  useQuery,
  useTranslation,
  type ListQueryResult,
} from '@host/plugin-sdk'
import { folders, listLabels, type Folder, type Mailbox } from '../../../shared.ts'
import type { MailView } from '../useMailView.ts'
import { folderIcons } from './folder-icons.ts'
import { moveFocus } from './move-focus.ts'

export interface FolderPaneProps {
  readonly view: MailView
  readonly mailboxes: readonly Mailbox[]
  readonly list: ListQueryResult<Mailbox>
}

/** The mailboxes with their unread emails, and the folders of the one that is shown. Arrows move through them. */
export function FolderPane({ view, mailboxes, list }: FolderPaneProps) {
  const { t } = useTranslation()
  const isLost = view.mailboxId !== undefined && !mailboxes.some(({ id }) => id === view.mailboxId)
  return (
    <nav
      aria-label={t('mail.emails.folders')}
      data-scrolls="pane"
      className="scroll-thin flex h-full flex-col gap-4 overflow-y-auto overscroll-contain p-2"
    >
      {mailboxes.length > 1 && (
        <Entry
          to={view.folderAddress('inbox')}
          icon="inbox"
          isCurrent={view.mailboxId === undefined && view.labelId === undefined}
          isReached={view.labelId === undefined && (view.mailboxId === undefined || isLost)}
        >
          {t('mail.emails.allInboxes')}
        </Entry>
      )}
      {mailboxes.map((mailbox) => (
        <MailboxFolders key={mailbox.id} mailbox={mailbox} view={view} isAlone={mailboxes.length === 1} />
      ))}
      {list.hasMore && (
        <Button size="compact" busy={list.isLoadingMore} onClick={() => void list.loadMore()}>
          {t('mail.emails.moreMailboxes')}
        </Button>
      )}
      <LabelEntries view={view} />
    </nav>
  )
}

/** The folders, with the list of drafts behind what was sent. */
const entries = folders.flatMap((folder) => (folder === 'sent' ? ([folder, 'drafts'] as const) : [folder]))

interface MailboxFoldersProps {
  readonly mailbox: Mailbox
  readonly view: MailView
  /** Whether there is no other one. */
  readonly isAlone: boolean
}

function MailboxFolders({ mailbox, view, isAlone }: MailboxFoldersProps) {
  const { t } = useTranslation()
  const { id, name, address } = mailbox
  const isShown = isAlone || view.mailboxId === id
  const unread = mailbox.folders?.find(({ folder }) => folder === 'inbox')?.unread ?? 0
  return (
    <section aria-label={name}>
      {isAlone ? (
        <p className="truncate px-2 pb-1 text-xs font-medium text-muted" title={address}>
          {address}
        </p>
      ) : (
        <Entry to={view.folderAddress('inbox', id)} icon="mail" count={isShown ? 0 : unread} title={address}>
          {name}
        </Entry>
      )}
      {isShown && (
        <ul className={isAlone ? '' : 'pl-4'}>
          {entries.map((folder) => (
            <li key={folder}>
              {folder === 'drafts' ? (
                <Entry to="/mail/drafts" {...folderIcons.drafts}>
                  {t('mail.emails.folder.drafts')}
                </Entry>
              ) : (
                <FolderEntry mailbox={mailbox} folder={folder} view={view} isAlone={isAlone} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function FolderEntry({ mailbox, folder, view, isAlone }: MailboxFoldersProps & { readonly folder: Folder }) {
  const { t } = useTranslation()
  const unread = mailbox.folders?.find((count) => count.folder === folder)?.unread ?? 0
  return (
    <Entry
      to={view.folderAddress(folder, isAlone ? undefined : mailbox.id)}
      {...folderIcons[folder]}
      count={unread}
      isCurrent={view.folder === folder && view.labelId === undefined}
    >
      {t(`mail.emails.folder.${folder}`)}
    </Entry>
  )
}

/** The labels of the workspace with their unread emails, which are asked for once they are opened. */
function LabelEntries({ view }: { readonly view: MailView }) {
  const { t } = useTranslation()
  const [isOpened, setOpened] = useState(false)
  const isOpen = isOpened || view.labelId !== undefined
  return (
    <section aria-label={t('mail.labels.title')}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpened(!isOpen)}
        className="flex h-control w-full items-center gap-2.5 rounded-control px-2 text-sm text-muted hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        {t('mail.labels.title')}
      </button>
      {isOpen && <Labels view={view} />}
    </section>
  )
}

function Labels({ view }: { readonly view: MailView }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(listLabels, undefined, { errors: 'page' })
  const labels = data?.items ?? []
  const isElsewhere = !labels.some(({ id }) => id === view.labelId)
  return (
    <>
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {data?.items.length === 0 && <p className="px-2 py-1 text-sm text-muted">{t('mail.labels.none')}</p>}
      <ul className="pl-4">
        {labels.map(({ id, name, unread }, place) => (
          <li key={id}>
            <Entry
              to={view.labelAddress(id)}
              icon="tag"
              count={unread}
              isCurrent={view.labelId === id}
              isReached={view.labelId === id || (isElsewhere && place === 0)}
              title={name}
            >
              {name}
            </Entry>
          </li>
        ))}
      </ul>
    </>
  )
}

interface EntryProps {
  readonly to: string
  readonly icon: string
  readonly count?: number
  readonly isCurrent?: boolean
  /** Whether Tab reaches it; the arrows reach the others. */
  readonly isReached?: boolean
  readonly title?: string
  readonly children: string
}

function Entry({ to, icon, count = 0, isCurrent = false, isReached = isCurrent, title, children }: EntryProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const look = isCurrent ? 'bg-accent-soft font-medium text-accent-fg' : 'text-fg hover:bg-hover'
  return (
    <Link
      to={to}
      title={title}
      tabIndex={isReached ? 0 : -1}
      aria-current={isCurrent ? 'page' : undefined}
      onKeyDown={moveFocus}
      className={`flex h-control items-center gap-2.5 rounded-control px-2 text-sm focus-visible:-outline-offset-2 ${look}`}
    >
      <Icon name={icon} />
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {count > 0 && (
        <span className="text-xs tabular-nums">
          <span aria-hidden>{number(count)}</span>
          <span className="sr-only">{t('mail.emails.unreadCount', { count })}</span>
        </span>
      )}
    </Link>
  )
}
