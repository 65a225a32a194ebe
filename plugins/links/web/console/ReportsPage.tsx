import {
  EmptyState,
  ListView,
  SidePanel,
  tableInput,
  useListQuery,
  useTable,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { listReports, reportReasons, reportStates } from '../../shared.ts'
import { ConsoleTabs } from './ConsoleTabs.tsx'
import { ReportDetails } from './ReportDetails.tsx'
import { ReportFigures } from './ReportFigures.tsx'
import { useReportColumns } from './useReportColumns.tsx'

/** Reports of links of all workspaces, the oldest first. */
export default function ReportsPage() {
  const { t } = useTranslation()
  const columns = useReportColumns()
  const states = reportStates.map((value) => ({ value, label: t(`links.report.state.${value}`) }))
  const reasons = reportReasons.map((value) => ({ value, label: t(`links.quarantine.reason.${value}`) }))
  const table = useTable({
    columns,
    filters: {
      state: { kind: 'choice', label: t('links.state.title'), options: states },
      reason: { kind: 'choice', label: t('links.report.reason'), options: reasons },
    },
  })
  const input = tableInput(listReports, table)
  const reports = useListQuery(listReports, input, { errors: 'list' })
  return (
    <>
      <ConsoleTabs />
      <ReportFigures />
      <ListView
        endpoint={listReports}
        input={input}
        label={t('links.console.reports')}
        columns={columns}
        table={table}
        list={reports}
        rowKey={({ id }) => id}
        rowLabel={({ address }) => address}
        empty={<EmptyState title={t('links.report.none')}>{t('links.report.noneHelp')}</EmptyState>}
        panel={({ row, ways }) => (
          <SidePanel label={t('links.report.details')} {...ways}>
            {row === undefined ? (
              <p className="text-sm text-muted">{t('links.report.gone')}</p>
            ) : (
              <ReportDetails key={row.id} report={row} onDecided={ways.onClose} />
            )}
          </SidePanel>
        )}
      />
    </>
  )
}

ReportsPage.askAhead = ({ list }: AskAhead) => list(listReports, {})
