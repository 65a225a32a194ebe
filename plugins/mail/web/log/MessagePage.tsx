import {
  ButtonLink,
  EmptyState,
  HelpLink,
  PageHeader,
  Panel,
  Skeleton,
  useBreadcrumb,
  useListQuery,
  useParams,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { listAttempts, readOutgoing } from '../../shared.ts'
import { Attempts } from './Attempts.tsx'
import { MessageActions } from './MessageActions.tsx'
import { RecipientResults } from './RecipientResults.tsx'

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
        <Panel title={t('mail.log.recipients')}>
          <RecipientResults recipients={message.all} />
        </Panel>
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
