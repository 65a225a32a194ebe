import {
  DataTable,
  EmptyState,
  ExportCsv,
  FilterBar,
  HelpLink,
  tableInput,
  useListQuery,
  useTable,
  useTranslation,
  ViewOptions,
} from '@host/plugin-sdk'
import { linkLimits, listClicks } from '../../shared.ts'
import { ClickPanel } from './ClickPanel.tsx'
import { useClickColumns } from './useClickColumns.tsx'

/** The clicks of the last days, the latest first, each with an explanation of its target. */
export function LinkClicks({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const columns = useClickColumns()
  const table = useTable({ columns, filters: { isRobot: { kind: 'boolean', label: t('links.clicks.robot') } } })
  // Robots are shown by the filter alone.
  const clicks = useListQuery(
    listClicks,
    { isRobot: false, ...tableInput(listClicks, table), linkId: id },
    { errors: 'list' },
  )
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {t('links.clicks.description', { count: linkLimits.clickDays })} <HelpLink slug="link-statistics" />
      </p>
      <FilterBar
        table={table}
        tools={
          <>
            <ExportCsv
              table={table}
              columns={columns}
              rows={clicks.items}
              name="clicks"
              path={`/api/x/links/links/${id}/clicks/export`}
            />
            <ViewOptions table={table} columns={columns} />
          </>
        }
      />
      <DataTable
        label={t('links.clicks.title')}
        columns={columns}
        table={table}
        list={clicks}
        rowKey={(click) => click.id}
        rowLabel={({ at }) => at}
        empty={<EmptyState title={t('links.clicks.none')}>{t('links.clicks.noneHelp')}</EmptyState>}
        panel={({ id: opened, row, ways }) => <ClickPanel key={opened} id={opened} click={row} ways={ways} />}
      />
    </div>
  )
}
