import { tableInput, useListQuery, useTable, useTranslation, type DataColumn } from '@host/plugin-sdk'
import { listRecords, type ListedRecordSet, type ZoneDetails } from '../../shared.ts'
import { typesOf } from './record-types.ts'
import { zoneCapabilities } from './zone-capabilities.ts'

/** The record sets of a zone, with search and a filter by type. */
export function useRecordTable(zone: ZoneDetails, columns: readonly DataColumn<ListedRecordSet>[]) {
  const { t } = useTranslation()
  const options = typesOf(zoneCapabilities(zone).types).map((value) => ({ value, label: value }))
  const table = useTable({
    columns,
    filters: { type: { kind: 'choice', label: t('domains.records.type'), options, isOpen: true } },
  })
  const input = { id: zone.id, ...tableInput(listRecords, table) }
  return { table, input, records: useListQuery(listRecords, input) }
}
