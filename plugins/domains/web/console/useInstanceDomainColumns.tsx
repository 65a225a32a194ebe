import { Badge, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { InstanceDomain } from '../../shared.ts'
import { WorkspaceLink } from './WorkspaceLink.tsx'
import { useDomainFacts } from '../useDomainFacts.tsx'

/** The columns of the domains of all workspaces. */
export function useInstanceDomainColumns(): readonly DataColumn<InstanceDomain>[] {
  const { t } = useTranslation()
  const facts = useDomainFacts()
  return [
    {
      key: 'name',
      header: t('domains.domain'),
      isSortable: true,
      cell: ({ name, asciiName, claims }) => (
        <span className="block min-w-0 py-1">
          <span className="flex min-w-0 items-center gap-2">
            <span className="max-w-44 truncate font-medium sm:max-w-80">{name}</span>
            {claims > 1 && <Badge tone="warning">{t('domains.console.claims', { count: claims })}</Badge>}
          </span>
          {name !== asciiName && (
            <span className="block max-w-44 truncate text-xs text-subtle sm:max-w-80">{asciiName}</span>
          )}
        </span>
      ),
      skeleton: 'w-48',
    },
    {
      key: 'workspace',
      header: t('domains.console.workspace'),
      from: 'sm',
      cell: ({ workspace }) => <WorkspaceLink workspace={workspace} />,
      skeleton: 'w-28',
    },
    { ...facts.outcome, from: 'lg' },
    { ...facts.createdAt, from: 'md' },
    facts.state,
  ]
}
