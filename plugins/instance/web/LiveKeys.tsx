import {
  DataTable,
  EmptyState,
  FilterBar,
  useTranslation,
  ViewOptions,
  type DataColumn,
  type ListQueryResult,
  type TableHandle,
} from '@host/plugin-sdk'
import type { IdempotencyKey } from '../shared.ts'
import type { KeyFilters } from './useKeyTable.ts'

export interface LiveKeysProps {
  readonly keys: ListQueryResult<IdempotencyKey>
  readonly table: TableHandle<KeyFilters>
  readonly columns: readonly DataColumn<IdempotencyKey>[]
}

/** The keys themselves, newest first, as far as the filter lets them through. */
export function LiveKeys({ keys, table, columns }: LiveKeysProps) {
  const { t } = useTranslation()
  const title = t('instance.keys.list')
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-base font-semibold">{title}</h2>
      <FilterBar table={table} tools={<ViewOptions table={table} columns={columns} />} />
      <DataTable
        label={title}
        columns={columns}
        table={table}
        list={keys}
        rowKey={({ id }) => id}
        rowLabel={({ endpoint }) => endpoint}
        empty={<EmptyState title={t('instance.keys.none')}>{t('instance.keys.noneHint')}</EmptyState>}
      />
    </section>
  )
}
