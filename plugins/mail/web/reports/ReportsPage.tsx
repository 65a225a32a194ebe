import {
  Badge,
  ButtonLink,
  EmptyState,
  HelpLink,
  Link,
  LoadingRegion,
  PageHeader,
  Panel,
  SkeletonRows,
  Table,
  useFormat,
  useQuery,
  useTranslation,
  type TableColumn,
} from '@host/plugin-sdk'
import { listReportedDomains, type ReportedDomain } from '../../shared.ts'
import { useShare } from './useShare.ts'

/** Verified domains with the sums of DMARC and TLS reports. */
export default function ReportsPage() {
  const { t } = useTranslation()
  const { data } = useQuery(listReportedDomains, {})
  const columns = useDomainColumns()
  return (
    <>
      <PageHeader
        title={t('mail.reports.title')}
        description={t('mail.reports.description')}
        actions={<HelpLink slug="mail-reports" />}
      />
      {data === undefined && (
        <LoadingRegion>
          <SkeletonRows />
        </LoadingRegion>
      )}
      {data?.items.length === 0 && (
        <EmptyState
          title={t('mail.reports.noDomain')}
          action={<ButtonLink to="/domains">{t('mail.mailboxes.verify')}</ButtonLink>}
        >
          {t('mail.reports.noDomainHelp')}
        </EmptyState>
      )}
      {data !== undefined && data.items.length > 0 && (
        <Panel flush>
          <Table
            label={t('mail.reports.title')}
            columns={columns}
            rows={data.items}
            rowKey={({ asciiDomain }) => asciiDomain}
          />
        </Panel>
      )}
    </>
  )
}

function useDomainColumns(): readonly TableColumn<ReportedDomain>[] {
  const { t } = useTranslation()
  const { number } = useFormat()
  const share = useShare()
  return [
    {
      key: 'domain',
      header: t('mail.reports.domain'),
      cell: ({ domain, asciiDomain }) => (
        <Link
          to={`/mail/reports/${encodeURIComponent(asciiDomain)}`}
          className="block max-w-48 truncate font-medium hover:underline sm:max-w-96"
        >
          {domain}
        </Link>
      ),
    },
    {
      key: 'messages',
      header: t('mail.reports.messages'),
      align: 'end',
      from: 'sm',
      cell: ({ messages }) => <span className="tabular-nums">{number(messages)}</span>,
    },
    {
      key: 'aligned',
      header: t('mail.reports.aligned'),
      align: 'end',
      cell: ({ messages, aligned }) => <span className="tabular-nums">{share(aligned, messages)}</span>,
    },
    {
      key: 'tls',
      header: t('mail.reports.tlsFailures'),
      align: 'end',
      from: 'md',
      cell: ({ failedSessions }) => <span className="tabular-nums">{number(failedSessions)}</span>,
    },
    {
      key: 'policy',
      header: t('mail.reports.policy'),
      align: 'end',
      from: 'sm',
      cell: ({ policy }) =>
        policy === null ? (
          '–'
        ) : (
          <Badge tone={policy === 'reject' ? 'positive' : 'neutral'}>
            <span className="font-mono">p={policy}</span>
          </Badge>
        ),
    },
  ]
}
