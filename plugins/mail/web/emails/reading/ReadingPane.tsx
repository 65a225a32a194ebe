import { useEffect, useRef } from 'react'
import { EmptyState, ErrorNote, LoadingRegion, Skeleton, useTranslation, type QueryResult } from '@host/plugin-sdk'
import type { EmailDetails } from '../../../shared.ts'
import type { MailActions } from '../useMailActions.ts'
import type { MailView } from '../useMailView.ts'
import { useEmailNames } from '../useEmailNames.ts'
import { Conversation } from './Conversation.tsx'
import { ReadingBar } from './ReadingBar.tsx'
import type { ReadingFocus } from './useReadingFocus.ts'

export interface ReadingPaneProps {
  readonly view: MailView
  readonly opened: QueryResult<EmailDetails>
  readonly actions: MailActions
  readonly focus: ReadingFocus
  /** Whether the list has any that could be opened. */
  readonly hasEmails: boolean
}

/** The email that is open, in its conversation. Opening it does not mark it as read. */
export function ReadingPane({ view, opened, actions, focus, hasEmails }: ReadingPaneProps) {
  const { t } = useTranslation()
  if (view.openId === null) return <NothingOpen hasEmails={hasEmails} />
  const { data: email, error } = opened
  return (
    <section data-pane="reading" aria-label={t('mail.emails.reading')} className="flex h-full min-h-0 flex-col">
      <ReadingBar email={email} actions={actions} />
      <div
        key={view.openId}
        data-scrolls="pane"
        className="scroll-thin min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 sm:px-6"
      >
        {error !== null && <ErrorNote error={error} onRetry={() => void opened.refetch()} />}
        {error === null && email === undefined && <EmailSkeleton />}
        {email !== undefined && (
          <>
            <Subject email={email} focus={focus} />
            <Conversation email={email} />
          </>
        )}
      </div>
    </section>
  )
}

function Subject({ email, focus }: { readonly email: EmailDetails; readonly focus: ReadingFocus }) {
  const names = useEmailNames()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus.takes()) heading.current?.focus({ preventScroll: true })
  })
  return (
    <h2 ref={heading} tabIndex={-1} className="mb-4 text-lg font-semibold wrap-anywhere outline-none">
      <bdi>{names.subject(email)}</bdi>
    </h2>
  )
}

function NothingOpen({ hasEmails }: Pick<ReadingPaneProps, 'hasEmails'>) {
  const { t } = useTranslation()
  return (
    <div className="flex h-full items-center justify-center">
      {hasEmails && (
        <EmptyState icon="mail-open" title={t('mail.emails.nothingOpen')}>
          {t('mail.emails.nothingOpenHelp')}
        </EmptyState>
      )}
    </div>
  )
}

function EmailSkeleton() {
  return (
    <LoadingRegion className="flex flex-col gap-3">
      <Skeleton className="h-6 w-3/5" />
      <Skeleton className="h-8 w-2/5" />
      <Skeleton className="h-40 w-full" />
    </LoadingRegion>
  )
}
