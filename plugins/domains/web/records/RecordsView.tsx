import {
  CopyAsCurl,
  DataTable,
  EmptyState,
  FilterBar,
  useSelection,
  useTranslation,
  ViewOptions,
  Button,
} from '@host/plugin-sdk'
import { listRecords, type ListedRecordSet, type ZoneDetails } from '../../shared.ts'
import { DraftsPanel } from './DraftsPanel.tsx'
import { recordKey } from './drafts.ts'
import { RecordPanel } from './RecordPanel.tsx'
import { RecordsBulkBar } from './RecordsBulkBar.tsx'
import type { DraftsHandle } from './useDrafts.ts'
import type { PlanHandle } from './usePlan.ts'
import { useRecordColumns } from './useRecordColumns.tsx'
import { useRecordTable } from './useRecordTable.ts'
import { zoneCapabilities } from './zone-capabilities.ts'

export interface RecordsViewProps {
  readonly zone: ZoneDetails
  readonly handle: DraftsHandle
  readonly plan: PlanHandle
  readonly onAdd: () => void
}

/** Columns that give way to the editor. */
const givingWay: ReadonlySet<string> = new Set(['ttl', 'isProxied'])
const noRows: readonly ListedRecordSet[] = []

/** The records of a zone, and beside them the changes that wait. */
export function RecordsView({ zone, handle, plan, onAdd }: RecordsViewProps) {
  const { t } = useTranslation()
  const columns = useRecordColumns(zone, handle)
  const { table, input, records } = useRecordTable(zone, columns)
  const selection = useSelection(table)
  const isBeside = table.openId === null
  return (
    <div className={`flex min-w-0 flex-col gap-4 ${isBeside ? 'xl:flex-row xl:items-start' : ''}`}>
      <div className="min-w-0 flex-1">
        <FilterBar
          table={table}
          search={t('domains.records.search')}
          tools={
            <>
              <CopyAsCurl endpoint={listRecords} input={input} />
              <ViewOptions table={table} columns={columns} />
            </>
          }
        />
        <DataTable
          label={t('domains.records.title')}
          columns={isBeside ? columns : columns.filter(({ key }) => !givingWay.has(key))}
          table={table}
          list={records}
          rowKey={recordKey}
          rowLabel={recordKey}
          selection={selection}
          empty={
            <EmptyState
              title={t('domains.records.none')}
              action={
                <Button variant="primary" icon="plus" onClick={onAdd}>
                  {t('domains.records.add')}
                </Button>
              }
            >
              {t('domains.records.noneHelp')}
            </EmptyState>
          }
          panel={(opened) => <RecordPanel key={opened.id} {...{ zone, opened, handle }} />}
        />
        <RecordsBulkBar
          selection={selection}
          rows={records.items ?? noRows}
          bounds={zoneCapabilities(zone).ttl}
          handle={handle}
        />
      </div>
      {handle.drafts.size > 0 && (
        <div className={`order-first ${isBeside ? 'xl:sticky xl:top-16 xl:order-none xl:w-88 xl:shrink-0' : ''}`}>
          <DraftsPanel handle={handle} plan={plan} onEdit={table.open} />
        </div>
      )}
    </div>
  )
}
