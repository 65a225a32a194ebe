import { Badge, Panel, Table, useFormat, useTranslation, type TableColumn } from '@host/plugin-sdk'
import type { ReportSource } from '../../shared.ts'
import { useShare } from './useShare.ts'

/** The servers that sent mail of a domain. */
export function SourcesPanel({ sources }: { readonly sources: readonly ReportSource[] }) {
  const { t } = useTranslation()
  const columns = useSourceColumns()
  if (sources.length === 0) return null
  return (
    <Panel title={t('mail.reports.sources')} flush>
      <Table label={t('mail.reports.sources')} columns={columns} rows={sources} rowKey={({ source }) => source} />
    </Panel>
  )
}

function useSourceColumns(): readonly TableColumn<ReportSource>[] {
  const { t } = useTranslation()
  const { number } = useFormat()
  const share = useShare()
  return [
    { key: 'source', header: t('mail.reports.source'), cell: SourceName },
    {
      key: 'messages',
      header: t('mail.reports.messages'),
      align: 'end',
      cell: ({ messages }) => <span className="tabular-nums">{number(messages)}</span>,
    },
    {
      key: 'dkim',
      header: 'DKIM',
      align: 'end',
      from: 'sm',
      cell: ({ both, dkim, messages }) => <span className="tabular-nums">{share(both + dkim, messages)}</span>,
    },
    {
      key: 'spf',
      header: 'SPF',
      align: 'end',
      from: 'sm',
      cell: ({ both, spf, messages }) => <span className="tabular-nums">{share(both + spf, messages)}</span>,
    },
    {
      key: 'state',
      header: 'DMARC',
      align: 'end',
      cell: ({ none, messages }) =>
        none === 0 ? (
          <Badge tone="positive">{t('mail.reports.passes')}</Badge>
        ) : (
          <Badge tone={none === messages ? 'danger' : 'warning'}>
            {t(none === messages ? 'mail.reports.fails' : 'mail.reports.partly')}
          </Badge>
        ),
    },
  ]
}

function SourceName({ source, dkimDomain, spfDomain }: ReportSource) {
  const { t } = useTranslation()
  const domains = [...new Set([dkimDomain, spfDomain])].filter((domain) => domain !== '')
  return (
    <span className="block min-w-0 py-1">
      <span className="block max-w-40 truncate font-mono text-xs sm:max-w-96">
        {source === '' ? t('mail.reports.others') : source}
      </span>
      {domains.length > 0 && (
        <span className="block max-w-40 truncate text-xs text-subtle sm:max-w-96">{domains.join(', ')}</span>
      )}
    </span>
  )
}
