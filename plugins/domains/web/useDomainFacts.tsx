import { RelativeTime, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { Domain } from '../shared.ts'
import { DomainState } from './DomainState.tsx'

type Facts = Pick<Domain, 'outcome' | 'createdAt' | 'state'>

/** Columns that the domains of a workspace and those of all workspaces have. */
export function useDomainFacts(): Readonly<Record<keyof Facts, DataColumn<Facts>>> {
  const { t } = useTranslation()
  return {
    outcome: {
      key: 'outcome',
      header: t('domains.lastCheck'),
      cell: ({ outcome }) => (
        <span className="text-muted">{outcome === null ? t('domains.noCheck') : t(`domains.outcome.${outcome}`)}</span>
      ),
      skeleton: 'w-28',
    },
    createdAt: {
      key: 'createdAt',
      header: t('domains.added'),
      align: 'end',
      isSortable: true,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} skipFocus />,
    },
    state: {
      key: 'state',
      header: t('domains.state.title'),
      align: 'end',
      cell: ({ state }) => <DomainState state={state} />,
      skeleton: 'w-20',
    },
  }
}
