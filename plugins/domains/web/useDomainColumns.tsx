import { Link, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { Domain } from '../shared.ts'
import { useDomainFacts } from './useDomainFacts.tsx'

/** The columns of the domains. */
export function useDomainColumns(): readonly DataColumn<Domain>[] {
  const { t } = useTranslation()
  const facts = useDomainFacts()
  return [
    {
      key: 'name',
      header: t('domains.domain'),
      isSortable: true,
      cell: DomainName,
      skeleton: 'w-48',
    },
    { ...facts.outcome, from: 'md' },
    { ...facts.createdAt, from: 'sm' },
    facts.state,
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
