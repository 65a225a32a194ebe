import { Link, RelativeTime, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { Zone } from '../../shared.ts'
import { ZoneState } from './ZoneState.tsx'

/** The columns of the zones. */
export function useZoneColumns(): readonly DataColumn<Zone>[] {
  const { t } = useTranslation()
  return [
    { key: 'name', header: t('domains.zones.zone'), isSortable: true, cell: ZoneName, skeleton: 'w-48' },
    {
      key: 'account',
      header: t('domains.accounts.account'),
      from: 'md',
      cell: ({ accountLabel, provider, providerTitle }) => (
        <span className="block py-1">
          <span className="block max-w-60 truncate">{accountLabel}</span>
          <span className="block text-xs text-subtle">{providerTitle ?? provider}</span>
        </span>
      ),
      skeleton: 'w-28',
    },
    {
      key: 'records',
      header: t('domains.records.sets'),
      align: 'end',
      from: 'sm',
      cell: ({ records }) => <span className="tabular-nums">{records}</span>,
      skeleton: 'w-8',
    },
    {
      key: 'readAt',
      header: t('domains.zones.lastRead'),
      align: 'end',
      from: 'sm',
      cell: ({ readAt }) => (readAt === null ? '–' : <RelativeTime value={readAt} skipFocus />),
    },
    {
      key: 'state',
      header: t('domains.state.title'),
      align: 'end',
      cell: (zone) => <ZoneState zone={zone} />,
      skeleton: 'w-20',
    },
  ]
}

function ZoneName({ id, name, asciiName }: Zone) {
  return (
    <span className="block min-w-0 py-1">
      <Link to={`/domains/zones/${id}`} className="block max-w-96 truncate font-medium hover:underline">
        {name}
      </Link>
      {name !== asciiName && <span className="block max-w-96 truncate text-xs text-subtle">{asciiName}</span>}
    </span>
  )
}
