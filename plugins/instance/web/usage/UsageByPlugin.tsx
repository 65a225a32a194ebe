import { Link, Panel, SkeletonRows, Table, useTranslation } from '@host/plugin-sdk'
import type { Telemetry, TelemetryRange } from '../../shared.ts'
import { byCalls, useUsageColumns } from './useUsageColumns.tsx'

export interface UsageByPluginProps {
  readonly plugins: Telemetry['plugins'] | undefined
  readonly range: TelemetryRange
}

/** Usage by plugin, the most called first; each row links to the plugin's usage. */
export function UsageByPlugin({ plugins, range }: UsageByPluginProps) {
  const { t } = useTranslation()
  const columns = useUsageColumns()
  const title = t('instance.usage.byPlugin')
  const name = {
    key: 'plugin',
    header: t('instance.usage.plugin'),
    cell: ({ plugin }: Telemetry['plugins'][number]) => (
      <Link
        to={`/telemetry?range=${range}&plugin=${encodeURIComponent(plugin.name)}`}
        aria-current={undefined}
        className="font-medium underline decoration-line underline-offset-4 hover:decoration-current"
      >
        {plugin.name === 'host' ? t('instance.usage.host') : plugin.title}
      </Link>
    ),
  }
  return (
    <Panel flush title={title}>
      {plugins === undefined ? (
        <SkeletonRows rows={5} />
      ) : (
        <Table
          label={title}
          columns={[name, ...columns]}
          rows={byCalls(plugins)}
          rowKey={({ plugin }) => plugin.name}
        />
      )}
    </Panel>
  )
}
