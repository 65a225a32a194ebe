import { csvLine, csvMark } from '@host/plugin/wire'
import { useContext } from 'react'
import { ButtonLink } from '../components/ButtonLink.tsx'
import { Button } from '../components/Button.tsx'
import { downloadFile } from '../components/download-file.ts'
import { InMenu, MenuItem } from '../components/Menu.tsx'
import type { CallingProps } from '../components/WithRefusal.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useApiHref } from '../navigation/useApiHref.ts'
import { columnLabel, valueOf, type DataColumn } from './data-column.ts'
import { usualColumns } from './table-state.ts'
import { useRows } from './useRows.ts'
import type { TableHandle } from './useTable.ts'

export interface ExportCsvProps<Row> extends CallingProps {
  readonly table: TableHandle
  readonly columns: readonly DataColumn<Row>[]
  /** The rows that are loaded; those of the browser are narrowed and ordered as the table does it. */
  readonly rows: readonly Row[] | undefined
  /** The rows are all there are, as the table's `rows`. */
  readonly isClient?: boolean
  /** The file's name, without its ending. */
  readonly name: string
  /** Where the server makes the file itself, of everything that matches: `/api/audit/export?format=csv`. */
  readonly path?: string
}

/**
 * Downloads the rows and columns of a table as CSV, or the server's export where one exists. In a `Menu` it is an entry.
 * @example <FilterBar table={table} tools={<ExportCsv table={table} columns={columns} rows={notes.items} name="notes" />} />
 * @since 1.0.0
 */
export function ExportCsv<Row>(props: ExportCsvProps<Row>) {
  const { table, columns, rows: loaded, isClient = false, name, path, calls } = props
  const { t } = useTranslation()
  const { rows } = useRows({ rows: loaded, columns, table, isClient })
  const isEntry = useContext(InMenu)
  const apiHref = useApiHref()
  const text = t('sdk.table.export')
  if (path !== undefined && !isEntry) {
    return (
      <ButtonLink calls={calls} icon="download" to={`~${path}`} download={`${name}.csv`}>
        {text}
      </ButtonLink>
    )
  }
  function exportRows() {
    if (path !== undefined) return followDownload(apiHref(path), `${name}.csv`)
    const loadedRows = rows.map(({ row }) => row)
    return downloadFile(
      new File([csvOf(loadedRows, columns, table)], `${name}.csv`, { type: 'text/csv;charset=utf-8' }),
    )
  }
  if (isEntry) {
    return (
      <MenuItem calls={calls} icon="download" onSelect={exportRows}>
        {text}
      </MenuItem>
    )
  }
  return (
    <Button calls={calls} icon="download" onClick={exportRows}>
      {text}
    </Button>
  )
}

/** The rows as a file, with the columns that are shown and hold something. */
export function csvOf<Row>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  table: Pick<TableHandle, 'columns'>,
): string {
  const shown = new Set(table.columns ?? usualColumns({ columns }))
  const written = columns.filter(
    (column, index) => valueOf(column) !== undefined && (index === 0 || shown.has(column.key)),
  )
  const lines = [written.map(columnLabel), ...rows.map((row) => written.map((column) => valueOf(column)?.(row)))]
  return csvMark + lines.map(csvLine).join('')
}

/** The server's file is fetched by the browser itself, in the background. */
function followDownload(path: string, name: string): void {
  Object.assign(document.createElement('a'), { href: path, download: name }).click()
}
