import { Link, RelativeTime, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { SendingDomain } from '../../shared.ts'
import { LineBadge } from './LineBadge.tsx'

/** The columns of the sending domains. */
export function useSenderColumns(): readonly DataColumn<SendingDomain>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'domain',
      header: t('mail.senders.domain'),
      isSortable: true,
      cell: ({ id, domain }) => (
        <Link to={`/mail/senders/${id}`} className="block max-w-52 truncate font-medium hover:underline sm:max-w-80">
          {domain}
        </Link>
      ),
      skeleton: 'w-48',
    },
    {
      key: 'isSigning',
      header: t('mail.senders.dkim'),
      from: 'md',
      cell: ({ isSigning }) => (
        <span className="text-muted">{t(isSigning ? 'mail.senders.signing' : 'mail.senders.notSigning')}</span>
      ),
    },
    {
      key: 'checkedAt',
      header: t('mail.senders.checked'),
      from: 'sm',
      align: 'end',
      cell: ({ checkedAt }) => (checkedAt === null ? null : <RelativeTime value={checkedAt} skipFocus />),
    },
    {
      key: 'state',
      header: t('mail.senders.state'),
      align: 'end',
      cell: ({ state }) => <LineBadge state={state} />,
      skeleton: 'w-20',
    },
  ]
}
