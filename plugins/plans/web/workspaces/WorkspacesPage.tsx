import { useState } from 'react'
import {
  Button,
  EmptyState,
  ListView,
  SidePanel,
  tableInput,
  useListQuery,
  useQuery,
  useTable,
  useTranslation,
  type AskAhead,
  type DataColumn,
} from '@host/plugin-sdk'
import { listPlans, listPlanWorkspaces, planLimits, type PlannedWorkspace } from '../../shared.ts'
import { ConsoleTabs } from '../console/ConsoleTabs.tsx'
import { ExportUsage } from './ExportUsage.tsx'
import { WorkspacePlanDetails } from './WorkspacePlanDetails.tsx'

/** The plans of all workspaces, with what was decided for each alone. */
export default function WorkspacesPage() {
  const { t, language } = useTranslation()
  const { data } = useQuery(listPlans, { limit: planLimits.plans })
  const options = (data?.items ?? []).map(({ id, title }) => ({ value: id, label: title[language] }))
  const columns = useWorkspaceColumns()
  const table = useTable({
    columns,
    filters: { planId: { kind: 'choice', label: t('plans.console.plan'), options, isOpen: true } },
  })
  const input = tableInput(listPlanWorkspaces, table)
  const workspaces = useListQuery(listPlanWorkspaces, input, { errors: 'list' })
  const [isExporting, setExporting] = useState(false)
  return (
    <>
      <ConsoleTabs
        actions={
          <Button icon="download" onClick={() => setExporting(true)}>
            {t('plans.export.title')}
          </Button>
        }
      />
      <ListView
        endpoint={listPlanWorkspaces}
        input={input}
        search={t('plans.workspaces.search')}
        label={t('plans.console.workspaces')}
        columns={columns}
        table={table}
        list={workspaces}
        rowKey={({ workspace }) => workspace.id}
        rowLabel={({ workspace }) => workspace.name}
        empty={<EmptyState title={t('plans.workspaces.none')} />}
        panel={({ id, row, ways }) => (
          <SidePanel label={row?.workspace.name ?? t('plans.workspaces.workspace')} {...ways}>
            <WorkspacePlanDetails key={id} orgId={id} />
          </SidePanel>
        )}
      />
      {isExporting && <ExportUsage onClose={() => setExporting(false)} />}
    </>
  )
}

WorkspacesPage.askAhead = ({ list, query }: AskAhead) => {
  list(listPlanWorkspaces, {})
  query(listPlans, { limit: planLimits.plans })
}

function useWorkspaceColumns(): readonly DataColumn<PlannedWorkspace>[] {
  const { t, language } = useTranslation()
  return [
    {
      key: 'name',
      header: t('plans.workspaces.workspace'),
      isSortable: true,
      cell: ({ workspace }) => <span className="block max-w-60 truncate font-medium">{workspace.name}</span>,
      skeleton: 'w-40',
    },
    {
      key: 'plan',
      header: t('plans.console.plan'),
      cell: ({ plan }) =>
        plan === null ? <span className="text-muted">{t('plans.workspaces.defaultPlan')}</span> : plan.title[language],
      skeleton: 'w-24',
    },
  ]
}
