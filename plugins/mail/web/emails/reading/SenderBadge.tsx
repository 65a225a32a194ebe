import { Badge, KeyValue, Popover, useTranslation } from '@host/plugin-sdk'
import type { EmailDetails, SenderVerdicts } from '../../../shared.ts'
import { senderVerdict } from './sender-check.ts'

const tones = { verified: 'positive', unverified: 'danger', unknown: 'warning' } as const

/** What the checks of the sender found, in a word; on a press each of them. */
export function SenderBadge({ email }: { readonly email: EmailDetails }) {
  const { t } = useTranslation()
  const verdict = senderVerdict(email)
  if (verdict === undefined || email.checks === null) return null
  return (
    <Popover
      title={t('mail.emails.checks.title')}
      trigger={
        <button type="button" className="inline-flex min-h-6 items-center rounded-full">
          <Badge tone={tones[verdict]} dot>
            {t(`mail.emails.checks.${verdict}`)}
          </Badge>
        </button>
      }
    >
      <p className="mb-3 text-muted">{t(`mail.emails.checks.${verdict}Means`)}</p>
      <Checks checks={email.checks} />
    </Popover>
  )
}

/** Names and results are those of the standards. */
function Checks({ checks: { spf, dkim, dmarc } }: { readonly checks: SenderVerdicts }) {
  const { t } = useTranslation()
  const said = (checks: readonly { readonly result: string; readonly domain: string }[]): string =>
    checks.length === 0
      ? t('mail.emails.checks.none')
      : checks.map(({ result, domain }) => (domain === '' ? result : `${result} (${domain})`)).join(', ')
  return (
    <KeyValue
      items={[
        { label: 'SPF', value: said([spf]) },
        { label: 'DKIM', value: said(dkim) },
        { label: 'DMARC', value: said([dmarc]) },
      ]}
    />
  )
}
