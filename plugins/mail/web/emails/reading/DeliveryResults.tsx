import { ErrorNote, Link, LoadingRegion, Skeleton, useQuery, useTranslation } from '@host/plugin-sdk'
import { readOutgoing, type EmailDelivery, type OutgoingDetails, type RecipientState } from '../../../shared.ts'
import { RecipientResults } from '../../log/RecipientResults.tsx'
import { DeliveryBadge } from '../DeliveryBadge.tsx'

/** Recipients shown with the email; the log has all of them. */
const most = 5

/** The delivery of a sent email: the state of its recipients, first those that need attention. */
export function DeliveryResults({ delivery: { outgoingId, state } }: { readonly delivery: EmailDelivery }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(readOutgoing, { id: outgoingId }, { errors: 'page', keepPrevious: false })
  return (
    <section
      aria-label={t('mail.emails.delivery.title')}
      className="flex flex-col gap-3 rounded-card border border-line px-3 py-2.5"
    >
      <span className="flex flex-wrap items-center gap-2 text-sm">
        <span className="font-medium">{t('mail.emails.delivery.title')}</span>
        <DeliveryBadge state={state} />
        <Link to={`/mail/log/${outgoingId}`} className="ml-auto text-accent-fg hover:underline">
          {t('mail.emails.delivery.log')}
        </Link>
      </span>
      {data === undefined && error === null && (
        <LoadingRegion>
          <Skeleton className="h-10 w-full" />
        </LoadingRegion>
      )}
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {data !== undefined && <Recipients all={data.all} />}
    </section>
  )
}

function Recipients({ all }: Pick<OutgoingDetails, 'all'>) {
  const { t } = useTranslation()
  const shown = all.toSorted((one, other) => urgency[one.state] - urgency[other.state]).slice(0, most)
  return (
    <>
      <RecipientResults recipients={shown} />
      {all.length > shown.length && (
        <p className="text-sm text-muted">{t('mail.emails.delivery.more', { count: all.length - shown.length })}</p>
      )}
    </>
  )
}

/** Those with the lowest number are shown first. */
const urgency: Readonly<Record<RecipientState, number>> = {
  unknown: 0,
  bounced: 1,
  refused: 1,
  suppressed: 1,
  complained: 1,
  deferred: 2,
  waiting: 3,
  canceled: 4,
  delivered: 5,
}
