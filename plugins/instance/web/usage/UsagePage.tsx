import { EmptyState, ErrorNote, HelpLink, PageHeader, useQuery, useSearch, useTranslation } from '@host/plugin-sdk'
import { readTelemetry, telemetryRanges, type Telemetry, type TelemetryRange } from '../../shared.ts'
import { UsageByPlugin } from './UsageByPlugin.tsx'
import { UsageByWorkspace } from './UsageByWorkspace.tsx'
import { UsageCharts } from './UsageCharts.tsx'
import { UsageChoice } from './UsageChoice.tsx'
import { UsageFigures } from './UsageFigures.tsx'

/** Usage of plugins and workspaces: volume, latency and owner. */
export default function UsagePage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearch()
  const range = telemetryRanges.find((known) => known === search.get('range')) ?? '24h'
  const plugin = search.get('plugin') ?? ''
  const { data, error, refetch } = useQuery(readTelemetry, { range, ...(plugin !== '' && { plugin }) })
  const isUnused = data !== undefined && data.total.calls + data.total.jobs + data.total.queries === 0
  return (
    <>
      <PageHeader
        title={t('instance.usage.title')}
        description={t('instance.usage.description')}
        actions={<HelpLink slug="usage" />}
      />
      <UsageChoice
        range={range}
        plugin={plugin}
        plugins={data?.plugins.map((used) => used.plugin) ?? []}
        onChange={(changes) => setSearch(changes, { replace: true })}
      />
      <div className="flex flex-col gap-6">
        <ErrorNote error={error} onRetry={() => void refetch()} />
        {isUnused && <EmptyState title={t('instance.usage.none')}>{t('instance.usage.noneHint')}</EmptyState>}
        {!isUnused && (data !== undefined || error === null) && <Usage telemetry={data} range={range} />}
      </div>
    </>
  )
}

interface UsageProps {
  readonly telemetry: Telemetry | undefined
  readonly range: TelemetryRange
}

function Usage({ telemetry, range }: UsageProps) {
  return (
    <>
      <UsageFigures telemetry={telemetry} />
      <UsageCharts telemetry={telemetry} range={range} />
      <UsageByPlugin plugins={telemetry?.plugins} range={range} />
      <UsageByWorkspace workspaces={telemetry?.workspaces} />
    </>
  )
}
