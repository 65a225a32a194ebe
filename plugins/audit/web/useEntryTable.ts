import {
  momentsOf,
  useTable,
  useTranslation,
  type BooleanFilter,
  type DatesFilter,
  type FilterValues,
  type TableHandle,
  type TextFilter,
} from '@host/plugin-sdk'
import type { AuditFilter } from '../shared.ts'
import { useEntryColumns } from './useEntryColumns.tsx'

/** Filters of the list. */
export type EntryFilters = Readonly<Record<'action' | 'actor' | 'target' | 'requestId', TextFilter>> & {
  readonly time: DatesFilter
  /** Left out at first. */
  readonly signIns: BooleanFilter
}

export type EntryFilterValues = FilterValues<EntryFilters>

export interface EntryTable {
  readonly table: TableHandle<EntryFilters>
  readonly columns: ReturnType<typeof useEntryColumns>
  /** The filter as the server understands it. */
  readonly filter: AuditFilter
}

/** The list as its address says it. Days are those of the reader. */
export function useEntryTable(): EntryTable {
  const { t } = useTranslation()
  const columns = useEntryColumns()
  const text = (name: 'action' | 'actor' | 'target' | 'requestId') =>
    ({ kind: 'text', label: t(`audit.filter.${name}`), hint: t(`audit.filter.${name}Hint`) }) as const
  const table = useTable<EntryFilters>({
    columns,
    filters: {
      action: text('action'),
      actor: text('actor'),
      target: text('target'),
      requestId: text('requestId'),
      time: { kind: 'dates', label: t('audit.time') },
      signIns: { kind: 'boolean', label: t('audit.filter.signIns') },
    },
  })
  const { time = {}, signIns = false, ...texts } = table.filters
  // A filter by action decides itself what is shown.
  const hidden = !signIns && texts.action === undefined && { signIns: false }
  return { table, columns, filter: { ...texts, ...momentsOf(time), ...hidden } }
}
