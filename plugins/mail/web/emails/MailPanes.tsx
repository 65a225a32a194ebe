import { useRef } from 'react'
import { useQuery, type ListQueryResult } from '@host/plugin-sdk'
import { readEmail, type Mailbox } from '../../shared.ts'
import { FolderPane } from './folders/FolderPane.tsx'
import { ListPane } from './list/ListPane.tsx'
import { useCurrentRow } from './list/useCurrentRow.ts'
import { useRowsInView } from './list/useRowsInView.ts'
import { rowHeight } from './list/EmailRow.tsx'
import { ReadingPane } from './reading/ReadingPane.tsx'
import { useEmails } from './useEmails.ts'
import { useEmailSelection } from './useEmailSelection.ts'
import { useMailActions } from './useMailActions.ts'
import { useMailKeys } from './useMailKeys.ts'
import { useMailView } from './useMailView.ts'
import { useReadingFocus } from './reading/useReadingFocus.ts'

export interface MailPanesProps {
  /** Those that the member may read. */
  readonly mailboxes: readonly Mailbox[]
  readonly mailboxList: ListQueryResult<Mailbox>
}

/** Folders, list and email beside each other; where there is less room, one of them or two. */
export function MailPanes({ mailboxes, mailboxList }: MailPanesProps) {
  const view = useMailView()
  const { openId } = view
  const shown = useEmails(view, mailboxes)
  const keys = (shown.emails ?? []).map(({ id }) => id)
  const scroll = useRef<HTMLDivElement>(null)
  const rows = useRowsInView({ scroll, keys, height: rowHeight })
  const current = useCurrentRow({ keys, scroll, scrollTo: rows.scrollTo })
  const selection = useEmailSelection(view, keys)
  const opened = useQuery(readEmail, { id: openId ?? '' }, openedOptions(openId))
  const focus = useReadingFocus(openId, current)
  const actions = useMailActions({ view, shown, opened: opened.data, selection, current, focus })
  useMailKeys({ view, mailboxes, actions, selection, current })
  const columns = columnsOf(view.showsFolders, openId !== null)
  return (
    <div className="flex min-h-0 flex-1 overflow-hidden rounded-card border border-line bg-surface">
      <div className={`${columns.folders} w-full shrink-0 border-line lg:w-72 lg:border-r xl:w-52`}>
        <FolderPane view={view} mailboxes={mailboxes} list={mailboxList} />
      </div>
      <div className={`${columns.list} w-full min-w-0 shrink-0 flex-col border-line lg:w-80 lg:border-r xl:w-96`}>
        <ListPane {...{ view, mailboxes, shown, scroll, rows, current, selection, actions }} />
      </div>
      <div className={`${columns.reading} min-w-0 flex-1`}>
        <ReadingPane {...{ view, opened, actions, focus }} hasEmails={keys.length > 0} />
      </div>
    </div>
  )
}

function openedOptions(openId: string | null) {
  return { enabled: openId !== null, keepPrevious: false, errors: 'page' } as const
}

/** Which columns show: all from 80 rem, the list and the email from 64 rem, below that one. */
function columnsOf(showsFolders: boolean, isOpen: boolean) {
  return {
    folders: showsFolders ? 'block' : 'hidden xl:block',
    list: showsFolders ? 'hidden xl:flex' : isOpen ? 'hidden lg:flex' : 'flex',
    reading: isOpen ? 'block' : 'hidden lg:block',
  }
}
