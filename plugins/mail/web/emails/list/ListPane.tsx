import { Confirm, FilterBar, IconButton, Menu, MenuItem, useNavigate, useQuery, useTranslation } from '@host/plugin-sdk'
import type { RefObject } from 'react'
import { listLabels, type Mailbox } from '../../../shared.ts'
import type { EmailSelection } from '../useEmailSelection.ts'
import type { ShownEmails } from '../useEmails.ts'
import type { MailActions } from '../useMailActions.ts'
import type { MailView } from '../useMailView.ts'
import { EmailList } from './EmailList.tsx'
import { EmailsBulkBar } from './EmailsBulkBar.tsx'
import { MarkAllRead } from './MarkAllRead.tsx'
import type { CurrentRow } from './useCurrentRow.ts'
import type { RowsInView } from './useRowsInView.ts'

export interface ListPaneProps {
  readonly view: MailView
  readonly mailboxes: readonly Mailbox[]
  readonly shown: ShownEmails
  readonly scroll: RefObject<HTMLDivElement | null>
  readonly rows: RowsInView
  readonly current: CurrentRow
  readonly selection: EmailSelection
  readonly actions: MailActions
}

/** The emails of the folder, with a search above and changes of the chosen ones below. */
export function ListPane(props: ListPaneProps) {
  const { view, mailboxes, shown, scroll, rows, current, selection, actions } = props
  const { t } = useTranslation()
  const title = useListTitle(props)
  const mailbox = mailboxes.length === 1 ? mailboxes[0] : mailboxes.find(({ id }) => id === view.mailboxId)
  return (
    <section data-pane="list" aria-label={title} className="flex min-h-0 flex-1 flex-col">
      <div className="border-b border-line px-3 pt-2">
        <div className="mb-2 flex h-control items-center gap-1">
          <span className="-ml-1 xl:hidden">
            <IconButton icon="menu" label={t('mail.emails.folders')} onClick={() => view.showFolders(true)} />
          </span>
          <h2 className="min-w-0 flex-1 truncate text-base font-semibold">{title}</h2>
          {mailbox !== undefined && view.labelId === undefined && <MailboxMenu id={mailbox.id} />}
          {mailbox !== undefined && !shown.isOfAllFolders && <MarkAllRead mailbox={mailbox} folder={view.folder} />}
        </div>
        <FilterBar table={view.table} search={t('mail.emails.search')} isSticky={false} />
      </div>
      <EmailList
        label={title}
        list={shown.list}
        emails={shown.emails}
        scroll={scroll}
        rows={rows}
        current={current}
        openId={view.openId}
        chosen={selection.selection.keys}
        addressOf={view.emailAddress}
        showsFolder={shown.isOfAllFolders}
        isNarrowed={view.table.isNarrowed}
        onChoose={selection.choose}
        onOpen={actions.open}
      />
      <EmailsBulkBar selection={selection.selection} actions={actions} loaded={shown.emails?.length ?? 0} />
      <DeleteQuestion actions={actions} />
    </section>
  )
}

/** Ways to the settings that each member of a mailbox may change. */
function MailboxMenu({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Menu trigger={<IconButton icon="settings-2" label={t('mail.emails.mailboxSettings')} />}>
      <MenuItem icon="list-filter" onSelect={() => navigate(`/mail/mailboxes/${id}/rules`)}>
        {t('mail.rules.title')}
      </MenuItem>
      <MenuItem icon="forward" onSelect={() => navigate(`/mail/mailboxes/${id}/forwarding`)}>
        {t('mail.forwarding.title')}
      </MenuItem>
    </Menu>
  )
}

function useListTitle({ view, mailboxes }: ListPaneProps): string {
  const { t } = useTranslation()
  const { data: labels } = useQuery(listLabels, undefined, { enabled: view.labelId !== undefined, errors: 'page' })
  if (view.table.search !== '') return t('mail.emails.found')
  if (view.labelId !== undefined) {
    return labels?.items.find(({ id }) => id === view.labelId)?.name ?? t('mail.emails.label')
  }
  const folder = t(`mail.emails.folder.${view.folder}`)
  if (mailboxes.length === 1) return folder
  const mailbox = mailboxes.find(({ id }) => id === view.mailboxId)
  if (mailbox !== undefined) return t('mail.emails.folderOf', { folder, name: mailbox.name })
  return view.folder === 'inbox' ? t('mail.emails.allInboxes') : folder
}

function DeleteQuestion({ actions }: { readonly actions: MailActions }) {
  const { t } = useTranslation()
  const count = actions.deleting?.length ?? 0
  return (
    <Confirm
      open={count > 0}
      onClose={actions.cancelDelete}
      title={t('mail.emails.deleteTitle', { count })}
      confirmLabel={t('mail.emails.delete')}
      variant="danger"
      onConfirm={actions.deleteForGood}
    >
      {t('mail.emails.deleteMeans')}
    </Confirm>
  )
}
