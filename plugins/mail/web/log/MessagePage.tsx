import {
  ButtonLink,
  EmptyState,
  HelpLink,
  PageHeader,
  Panel,
  RelativeTime,
  Skeleton,
  useBreadcrumb,
  useListQuery,
  useParams,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { listAttempts, readOutgoing, type OutgoingDetails } from '../../shared.ts'
import { Attempts } from './Attempts.tsx'
import { MessageActions } from './MessageActions.tsx'
import { RecipientBadge } from './ResultBadges.tsx'

/** A sent message: the result of each recipient, and every reply. */
export default function MessagePage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { data: message } = useQuery(readOutgoing, { id }, { keepPrevious: false })
  const attempts = useListQuery(listAttempts, { id })
  const title =
    message && (message.subject === null ? t('mail.log.hidden') : message.subject || t('mail.log.noSubject'))
  useBreadcrumb(title)
  if (message === undefined) return <Skeleton className="h-64 w-full" />
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{title}</span>}
        description={message.from}
        actions={
          <>
            <HelpLink slug="sending" />
            {message.emailId !== null && (
              <ButtonLink to={`/mail/${message.emailId}`} icon="mail">
                {t('mail.log.open')}
              </ButtonLink>
            )}
            <MessageActions message={message} />
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <Recipients message={message} />
        <Panel title={t('mail.log.attempts')}>
          {attempts.items?.length === 0 ? (
            <EmptyState title={t('mail.log.noAttempts')} />
          ) : (
            <Attempts attempts={attempts.items ?? []} />
          )}
        </Panel>
      </div>
    </>
  )
}

function Recipients({ message: { all } }: { readonly message: OutgoingDetails }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('mail.log.recipients')}>
      <ul className="flex flex-col gap-3">
        {all.map(({ id, address, kind, state, reply, nextAt }) => (
          <li key={id} className="flex flex-col gap-1">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 font-medium wrap-anywhere">
                {address}
                {kind !== 'to' && <span className="ml-2 text-xs text-subtle">{t(`mail.log.kind.${kind}`)}</span>}
              </span>
              <RecipientBadge state={state} />
            </span>
            {reply !== '' && <span className="text-sm wrap-anywhere text-muted">{reply}</span>}
            {nextAt !== null && (
              <span className="text-xs text-subtle">
                {t('mail.log.next')} <RelativeTime value={nextAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
