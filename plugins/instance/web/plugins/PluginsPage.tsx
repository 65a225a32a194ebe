import {
  DataTable,
  EmptyState,
  FilterBar,
  HelpLink,
  PageHeader,
  SidePanel,
  useQuery,
  useTable,
  useTranslation,
  ViewOptions,
  type AskAhead,
} from '@host/plugin-sdk'
import { listPlugins, type PluginEntry } from '../../shared.ts'
import { PluginDetails } from './PluginDetails.tsx'
import { usePluginColumns } from './usePluginColumns.tsx'

/** Filters of the list. */
const isOf: Readonly<Record<string, (plugin: PluginEntry) => boolean>> = {
  troubled: ({ health }) => health !== 'ok',
  paused: ({ pausedUntil }) => pausedUntil !== null,
  core: ({ core }) => core,
  off: ({ core, enabledByDefault }) => !core && !enabledByDefault,
  added: ({ outOfTree }) => outOfTree,
}

/** The plugins of this executable with their health and contributions. */
export default function PluginsPage() {
  const { t } = useTranslation()
  const { data } = useQuery(listPlugins)
  const columns = usePluginColumns()
  const options = Object.keys(isOf).map((value) => ({ value, label: t(`instance.plugins.state.${value}`) }))
  const table = useTable({
    columns,
    filters: { state: { kind: 'choice', label: t('instance.plugins.state.label'), options } },
    defaultSort: { column: 'title', descending: false },
  })
  const { state } = table.filters
  const isShown = state === undefined ? undefined : isOf[state]
  const all = data?.items
  return (
    <>
      <PageHeader
        title={t('instance.plugins.title')}
        description={t('instance.plugins.description')}
        actions={<HelpLink slug="plugins" />}
      />
      <FilterBar
        table={table}
        search={t('instance.plugins.search')}
        tools={<ViewOptions table={table} columns={columns} />}
      />
      <DataTable
        label={t('instance.plugins.title')}
        columns={columns}
        table={table}
        rows={isShown === undefined ? all : all?.filter(isShown)}
        rowKey={({ name }) => name}
        rowLabel={({ title }) => title}
        empty={<EmptyState kind="noMatch" />}
        panel={({ id, ways }) => (
          <SidePanel label={t('instance.plugins.details')} {...ways}>
            <PluginDetails name={id} all={all} addressOf={table.addressOf} />
          </SidePanel>
        )}
      />
    </>
  )
}

PluginsPage.askAhead = ({ query }: AskAhead) => query(listPlugins)
