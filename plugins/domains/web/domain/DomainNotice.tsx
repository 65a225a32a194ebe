import { Alert, RelativeTime, useFormat, useTranslation } from '@host/plugin-sdk'
import type { DomainDetails } from '../../shared.ts'

/** What is wrong with a domain, or what it waits for, and how to fix it. */
export function DomainNotice({ domain }: { readonly domain: DomainDetails }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, outcome, expiresAt, failingSince } = domain
  if (state === 'lost') {
    return (
      <Alert tone="danger" title={t('domains.notice.lost')}>
        {t('domains.notice.lostHelp')}
      </Alert>
    )
  }
  if (state === 'failing') {
    return (
      <Alert tone="warning" title={t('domains.notice.failing')}>
        {t(outcome === 'lookup_failed' ? 'domains.notice.lookupHelp' : 'domains.notice.failingHelp')}{' '}
        {failingSince !== null && <RelativeTime value={failingSince} />}
      </Alert>
    )
  }
  if (state === 'verified') {
    return (
      <Alert tone="positive" title={t('domains.notice.verified')}>
        {t('domains.notice.verifiedHelp')}
      </Alert>
    )
  }
  if (outcome === 'taken') {
    return (
      <Alert tone="warning" title={t('domains.notice.taken')}>
        {t('domains.notice.takenHelp')}
      </Alert>
    )
  }
  return (
    <Alert title={t('domains.notice.pending')}>
      {expiresAt !== null && t('domains.notice.pendingHelp', { date: format.date(expiresAt) })}
    </Alert>
  )
}
