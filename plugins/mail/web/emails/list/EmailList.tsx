import type { ListQueryResult } from '@host/plugin-sdk'
import { EmptyState, ErrorNote, LoadingRegion, Skeleton, useTranslation } from '@host/plugin-sdk'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { Email } from '../../../shared.ts'
import { EmailRow, rowHeight, type EmailRowProps } from './EmailRow.tsx'
import type { CurrentRow } from './useCurrentRow.ts'
import type { RowsInView } from './useRowsInView.ts'

/** Rows from the end at which more are loaded. */
const ahead = 25

export interface EmailListProps extends Pick<EmailRowProps, 'onChoose' | 'onOpen' | 'showsFolder'> {
  readonly label: string
  readonly list: ListQueryResult<Email>
  readonly emails: readonly Email[] | undefined
  readonly scroll: RefObject<HTMLDivElement | null>
  readonly rows: RowsInView
  readonly current: CurrentRow
  readonly openId: string | null
  readonly chosen: ReadonlySet<string>
  readonly addressOf: (id: string) => string
  /** Whether a search or a filter is on. */
  readonly isNarrowed: boolean
}

/** The emails of a folder, of which those in sight are drawn. */
export function EmailList(props: EmailListProps) {
  const { list, emails, scroll, rows } = props
  useMore(props)
  const isLoading = emails === undefined || (emails.length === 0 && list.hasMore)
  return (
    <div
      ref={scroll}
      data-scrolls="pane"
      className="scroll-thin relative min-h-0 flex-1 overflow-y-auto overscroll-contain"
    >
      {list.error !== null && (
        <div className="p-3">
          <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
        </div>
      )}
      {isLoading && list.error === null && <ListSkeleton />}
      {!isLoading && emails.length === 0 && <NoEmails {...props} />}
      {!isLoading && emails.length > 0 && <Rows {...props} emails={emails.slice(rows.first, rows.end)} all={emails} />}
    </div>
  )
}

function Rows(props: EmailListProps & { readonly emails: readonly Email[]; readonly all: readonly Email[] }) {
  const { label, list, emails, all, rows, current, openId, chosen, addressOf } = props
  const { onChoose, onOpen, showsFolder } = props
  return (
    <ul
      aria-label={label}
      aria-busy={list.isPrevious}
      className={`relative ${list.isPrevious ? 'opacity-55' : ''}`}
      style={{ height: all.length * rowHeight }}
    >
      {emails.map((email, at) => (
        <EmailRow
          key={email.id}
          email={email}
          place={rows.first + at + 1}
          address={addressOf(email.id)}
          isOpen={email.id === openId}
          isChosen={chosen.has(email.id)}
          isCurrent={email.id === current.id}
          showsFolder={showsFolder}
          onChoose={onChoose}
          onOpen={onOpen}
          onFocus={current.enter}
        />
      ))}
    </ul>
  )
}

function NoEmails({ isNarrowed }: Pick<EmailListProps, 'isNarrowed'>) {
  const { t } = useTranslation()
  if (isNarrowed) return <EmptyState kind="noMatch" />
  return <EmptyState title={t('mail.emails.none')} />
}

function ListSkeleton() {
  return (
    <LoadingRegion>
      {Array.from({ length: 8 }, (_, row) => (
        <span key={row} className="flex flex-col gap-2 border-b border-line px-4 py-4" style={{ height: rowHeight }}>
          <Skeleton className="h-3 w-2/5" />
          <Skeleton className="h-3 w-4/5" />
        </span>
      ))}
    </LoadingRegion>
  )
}

/** Loads more before the end is reached. A page that failed waits for a press. */
function useMore({ list, emails, rows }: Pick<EmailListProps, 'list' | 'emails' | 'rows'>): void {
  const { hasMore, isLoadingMore, isPrevious, error, loadMore } = list
  const isNear = emails !== undefined && rows.end + ahead >= emails.length
  const isWanted = isNear && hasMore && !isLoadingMore && !isPrevious && error === null
  const more = useEffectEvent(() => void loadMore())
  useEffect(() => {
    if (isWanted) more()
  }, [isWanted])
}
