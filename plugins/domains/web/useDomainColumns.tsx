import { Link, RelativeTime, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { Domain } from '../shared.ts'
import { DomainState } from './DomainState.tsx'

/** The columns of the domains. */
export function useDomainColumns(): readonly DataColumn<Domain>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      header: t('domains.domain'),
      isSortable: true,
      cell: DomainName,
      skeleton: 'w-48',
    },
    {
      key: 'outcome',
      header: t('domains.lastCheck'),
      from: 'md',
      cell: ({ outcome }) => (
        <span className="text-muted">{outcome === null ? t('domains.noCheck') : t(`domains.outcome.${outcome}`)}</span>
      ),
      skeleton: 'w-28',
    },
    {
      key: 'createdAt',
      header: t('domains.added'),
      from: 'sm',
      align: 'end',
      isSortable: true,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} skipFocus />,
    },
    {
      key: 'state',
      header: t('domains.state.title'),
      align: 'end',
      cell: ({ state }) => <DomainState state={state} />,
      skeleton: 'w-20',
    },
  ]
}

function DomainName({ id, name, asciiName }: Domain) {
  return (
    <span className="block min-w-0 py-1">
      <Link to={`/domains/${id}`} className="block max-w-96 truncate font-medium hover:underline">
        {name}
      </Link>
      {name !== asciiName && <span className="block max-w-96 truncate text-xs text-subtle">{asciiName}</span>}
    </span>
  )
}
