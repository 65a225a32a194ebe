import { Badge, RelativeTime, useFormat, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { Plan } from '../../shared.ts'

/** The columns of the list of plans. */
export function usePlanColumns(): readonly DataColumn<Plan>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    { key: 'name', header: t('plans.console.plan'), isSortable: true, cell: PlanName, skeleton: 'w-40' },
    {
      key: 'tiers',
      header: t('plans.usage.tiers'),
      align: 'end',
      from: 'md',
      cell: ({ tiers }) => format.number(tiers.length),
    },
    {
      key: 'workspaces',
      header: t('plans.console.workspaces'),
      align: 'end',
      from: 'sm',
      cell: ({ workspaces }) => format.number(workspaces),
    },
    {
      key: 'createdAt',
      header: t('plans.console.created'),
      align: 'end',
      from: 'lg',
      isSortable: true,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} skipFocus />,
    },
  ]
}

function PlanName({ name, title, isDefault, isArchived }: Plan) {
  const { t, language } = useTranslation()
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
      <span className="min-w-0">
        <span className="block max-w-60 truncate font-medium">{title[language]}</span>
        <code className="block max-w-60 truncate font-mono text-xs text-subtle">{name}</code>
      </span>
      {isDefault && <Badge tone="accent">{t('plans.console.default')}</Badge>}
      {isArchived && <Badge>{t('plans.console.archived')}</Badge>}
    </span>
  )
}
