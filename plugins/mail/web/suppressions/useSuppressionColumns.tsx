import { Badge, RelativeTime, useFormat, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { Suppression } from '../../shared.ts'

/** The columns of suppressed addresses. */
export function useSuppressionColumns(): readonly DataColumn<Suppression>[] {
  const { t } = useTranslation()
  const { number, date } = useFormat()
  return [
    {
      key: 'address',
      header: t('mail.suppressions.address'),
      isSortable: true,
      cell: SuppressedAddress,
      value: ({ address }) => address,
      skeleton: 'w-48',
    },
    {
      key: 'reason',
      header: t('mail.suppressions.reasonTitle'),
      cell: ({ reason }) => (
        <Badge tone={reason === 'complaint' ? 'danger' : reason === 'bounce' ? 'warning' : 'neutral'}>
          {t(`mail.suppressions.reason.${reason}`)}
        </Badge>
      ),
      value: ({ reason }) => reason,
      skeleton: 'w-20',
    },
    {
      key: 'count',
      header: t('mail.suppressions.count'),
      align: 'end',
      from: 'md',
      cell: ({ count }) => <span className="tabular-nums">{number(count)}</span>,
      value: ({ count }) => count,
      skeleton: 'w-8',
    },
    {
      key: 'expiresAt',
      header: t('mail.suppressions.until'),
      align: 'end',
      from: 'md',
      cell: ({ expiresAt }) => (expiresAt === null ? t('mail.suppressions.always') : date(expiresAt)),
      value: ({ expiresAt }) => expiresAt,
      skeleton: 'w-20',
    },
    {
      key: 'lastAt',
      header: t('mail.suppressions.lastAt'),
      align: 'end',
      isSortable: true,
      from: 'sm',
      cell: ({ lastAt }) => <RelativeTime value={lastAt} skipFocus />,
      value: ({ lastAt }) => lastAt,
    },
  ]
}

/** The address with the note, or the reply of the server. */
function SuppressedAddress({ address, note, detail }: Suppression) {
  const more = note === '' ? detail : note
  return (
    <span className="block min-w-0 py-1">
      <span className="block max-w-56 truncate font-medium sm:max-w-96">{address}</span>
      {more !== '' && (
        <span className="block max-w-56 truncate text-xs text-subtle sm:max-w-96" title={more}>
          {more}
        </span>
      )}
    </span>
  )
}
