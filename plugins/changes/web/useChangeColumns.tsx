import { ChangesetState, Link, RelativeTime, useFormat, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { ChangesetSummary } from '../shared.ts'

/** The columns of changesets. */
export function useChangeColumns(): readonly DataColumn<ChangesetSummary>[] {
  const { t } = useTranslation()
  const { number } = useFormat()
  return [
    { key: 'title', header: t('changes.change'), cell: ChangeTitle, skeleton: 'w-48' },
    {
      key: 'plannedBy',
      header: t('changes.plannedBy'),
      from: 'md',
      cell: ({ plannedBy }) => (
        <span className="text-muted">
          {plannedBy === null ? t('changes.automatic') : (plannedBy.name ?? t('changes.former'))}
        </span>
      ),
      skeleton: 'w-28',
    },
    { key: 'count', header: t('changes.values'), from: 'lg', align: 'end', cell: ({ count }) => number(count) },
    {
      key: 'createdAt',
      header: t('changes.planned'),
      from: 'sm',
      align: 'end',
      isSortable: true,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} skipFocus />,
    },
    {
      key: 'state',
      header: t('changes.state'),
      align: 'end',
      cell: ({ state }) => <ChangesetState state={state} />,
      skeleton: 'w-20',
    },
  ]
}

function ChangeTitle({ id, title }: ChangesetSummary) {
  return (
    <Link to={`/changes/${id}`} className="block max-w-96 truncate py-1 font-medium hover:underline">
      {title}
    </Link>
  )
}
