import { StatCard, useFormat, useQuery, useTranslation } from '@host/plugin-sdk'
import { readReportSummary } from '../../shared.ts'

/** Open reports by age, and how quickly reports are decided. */
export function ReportFigures() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery(readReportSummary)
  const shown = (value: number | undefined) => (value === undefined ? undefined : format.number(value))
  const hours = data?.medianHours ?? undefined
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatCard label={t('links.report.openDay')} value={shown(data?.open.day)} />
      <StatCard label={t('links.report.openWeek')} value={shown(data?.open.week)} />
      <StatCard label={t('links.report.openOlder')} value={shown(data?.open.older)} />
      <StatCard
        label={t('links.report.median')}
        value={data !== undefined && hours === undefined ? '–' : shown(hours)}
        hint={t('links.report.medianHint')}
      />
    </div>
  )
}
