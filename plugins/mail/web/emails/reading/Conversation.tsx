import { useState } from 'react'
import { Button, ErrorNote, useListQuery, useTranslation } from '@host/plugin-sdk'
import { listConversation, type Email, type EmailDetails } from '../../../shared.ts'
import { useEmailNames } from '../useEmailNames.ts'
import { useEmailTime } from '../useEmailTime.ts'
import { EmailView, UnreadEmailView } from './EmailView.tsx'

/** The emails of the conversation in the same mailbox, the oldest first. All but the open one are folded at first. */
export function Conversation({ email }: { readonly email: EmailDetails }) {
  const { t } = useTranslation()
  const list = useListQuery(
    listConversation,
    { id: email.id, sort: '-receivedAt' },
    { errors: 'page', keepPrevious: false },
  )
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const others = (list.items ?? []).filter(({ id, mailboxId }) => mailboxId === email.mailboxId && id !== email.id)
  const all: readonly Email[] = [email, ...others].toSorted((one, other) =>
    one.receivedAt < other.receivedAt ? -1 : 1,
  )
  return (
    <>
      {list.hasMore && (
        <div className="mb-3">
          <Button size="compact" busy={list.isLoadingMore} onClick={() => void list.loadMore()}>
            {t('mail.emails.earlier')}
          </Button>
        </div>
      )}
      <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
      <ol aria-label={t('mail.emails.conversation')} className="flex flex-col divide-y divide-line">
        {all.map((one) => (
          <li key={one.id} className="py-3 first:pt-0">
            {one.id === email.id ? (
              <EmailView email={email} />
            ) : (
              <Folded
                email={one}
                isUnfolded={unfolded.has(one.id)}
                onToggle={() => setUnfolded((before) => before.symmetricDifference(new Set([one.id])))}
              />
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

interface FoldedProps {
  readonly email: Email
  readonly isUnfolded: boolean
  readonly onToggle: () => void
}

function Folded({ email, isUnfolded, onToggle }: FoldedProps) {
  const names = useEmailNames()
  const time = useEmailTime()
  return (
    <>
      <button
        type="button"
        aria-expanded={isUnfolded}
        onClick={onToggle}
        className="flex w-full items-baseline gap-3 rounded-control py-1 text-left text-sm hover:bg-hover"
      >
        <bdi className="max-w-40 shrink-0 truncate font-medium">{names.person(email.from)}</bdi>
        <bdi className="min-w-0 flex-1 truncate text-muted">{isUnfolded ? '' : email.snippet}</bdi>
        <time dateTime={email.receivedAt} title={time.exact(email.receivedAt)} className="shrink-0 text-xs text-muted">
          {time.short(email.receivedAt)}
        </time>
      </button>
      {isUnfolded && (
        <div className="pt-2">
          <UnreadEmailView id={email.id} />
        </div>
      )}
    </>
  )
}
