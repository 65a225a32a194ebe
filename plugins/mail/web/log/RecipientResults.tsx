import { RelativeTime, useTranslation } from '@host/plugin-sdk'
import type { OutgoingDetails } from '../../shared.ts'
import { RecipientBadge } from './ResultBadges.tsx'

/** Recipients of a sent message: the state of each, the last reply of a server, and the time of the next attempt. */
export function RecipientResults({ recipients }: { readonly recipients: OutgoingDetails['all'] }) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('mail.log.recipients')} className="flex flex-col gap-3">
      {recipients.map(({ id, address, kind, state, reply, nextAt }) => (
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
  )
}
