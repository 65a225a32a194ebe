import { Panel, Table, useFormat, useTranslation, type TableColumn } from '@host/plugin-sdk'
import type { ReportDetails } from '../../shared.ts'

type Failure = ReportDetails['failures'][number]

/** TLS sessions that failed when servers delivered to the domain. */
export function FailuresPanel({ report: { sessions, failures } }: { readonly report: ReportDetails }) {
  const { t } = useTranslation()
  const columns = useFailureColumns()
  if (sessions === 0) return null
  return (
    <Panel title={t('mail.reports.tls')} flush={failures.length > 0}>
      {failures.length === 0 ? (
        <p className="text-sm text-muted">{t('mail.reports.tlsGood', { count: sessions })}</p>
      ) : (
        <Table
          label={t('mail.reports.tls')}
          columns={columns}
          rows={failures}
          rowKey={({ result, server }) => `${result} ${server}`}
        />
      )}
    </Panel>
  )
}

function useFailureColumns(): readonly TableColumn<Failure>[] {
  const { t } = useTranslation()
  const { number } = useFormat()
  return [
    {
      key: 'result',
      header: t('mail.reports.failure'),
      cell: ({ result, server }) => (
        <span className="block min-w-0 py-1">
          <span className="block max-w-48 truncate sm:max-w-96">{result}</span>
          <span className="block max-w-48 truncate text-xs text-subtle sm:max-w-96">{server}</span>
        </span>
      ),
    },
    {
      key: 'sessions',
      header: t('mail.reports.sessions'),
      align: 'end',
      cell: ({ sessions }) => <span className="tabular-nums">{number(sessions)}</span>,
    },
  ]
}
