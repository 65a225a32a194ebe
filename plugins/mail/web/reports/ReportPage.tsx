import {
  Alert,
  Chart,
  HelpLink,
  LoadingRegion,
  PageHeader,
  Panel,
  Skeleton,
  StatCard,
  useBreadcrumb,
  useFormat,
  useParams,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { readReportedDomain, type ReportAdvice, type ReportDetails } from '../../shared.ts'
import { FailuresPanel } from './FailuresPanel.tsx'
import { SourcesPanel } from './SourcesPanel.tsx'
import { useShare } from './useShare.ts'

/** What other mail servers report about a domain. */
export default function ReportPage() {
  const { t } = useTranslation()
  const { domain = '' } = useParams()
  const { data } = useQuery(readReportedDomain, { domain })
  const title = data?.domain ?? domain
  useBreadcrumb(title)
  return (
    <>
      <PageHeader title={title} description={t('mail.reports.lastDays')} actions={<HelpLink slug="mail-reports" />} />
      {data === undefined ? (
        <LoadingRegion>
          <Skeleton className="h-96 w-full" />
        </LoadingRegion>
      ) : (
        <div className="flex flex-col gap-6">
          {data.advice.map((advice) => (
            <Advice key={advice} advice={advice} domain={data.domain} />
          ))}
          <Figures report={data} />
          {data.messages > 0 && <MessagesChart report={data} />}
          <SourcesPanel sources={data.sources} />
          <FailuresPanel report={data} />
        </div>
      )}
    </>
  )
}

const tones = { good: 'positive', unaligned: 'warning', 'tls-failures': 'warning' } as const

function Advice({ advice, domain }: { readonly advice: ReportAdvice; readonly domain: string }) {
  const { t } = useTranslation()
  const tone = advice in tones ? tones[advice as keyof typeof tones] : 'info'
  return (
    <Alert tone={tone} title={t(`mail.reports.advice.${advice}.title`)}>
      {t(`mail.reports.advice.${advice}.text`, { domain })}
    </Alert>
  )
}

function Figures({ report }: { readonly report: ReportDetails }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const share = useShare()
  const { messages, aligned, rejected, policy } = report
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <StatCard label={t('mail.reports.messages')} value={number(messages)} />
      <StatCard label={t('mail.reports.aligned')} value={share(aligned, messages)} />
      <StatCard label={t('mail.reports.rejected')} value={number(rejected)} />
      <StatCard label={t('mail.reports.policy')} value={policy ?? '–'} />
    </div>
  )
}

function MessagesChart({ report: { days } }: { readonly report: ReportDetails }) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const labels = days.map(({ day }) => date(`${day}T12:00:00.000Z`))
  return (
    <Panel title={t('mail.reports.perDay')}>
      <Chart
        label={t('mail.reports.perDay')}
        isLabelHidden
        kind="bar"
        size="short"
        labelsTitle={t('mail.reports.day')}
        data={{
          labels,
          series: [
            { label: t('mail.reports.aligned'), values: days.map(({ aligned }) => aligned) },
            { label: t('mail.reports.failed'), values: days.map(({ messages, aligned }) => messages - aligned) },
          ],
        }}
      />
    </Panel>
  )
}
