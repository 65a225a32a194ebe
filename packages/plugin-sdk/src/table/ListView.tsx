import type { ReactNode } from 'react'
import type { Endpoint } from '@host/client'
import { CopyAsCurl } from '../components/CopyAsCurl.tsx'
import { DataTable } from './DataTable.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { FilterBar } from './FilterBar.tsx'
import type { TableSource } from './table-source.ts'
import { ViewOptions } from './ViewOptions.tsx'

export interface ListViewProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'list'> {
  /** The endpoint of the list, with the input of the present view. */
  readonly endpoint: Endpoint
  readonly input: unknown
  readonly list: TableSource<Row>
  /** Label of the search field, such as "Search members". Omit it to hide the search. */
  readonly search?: string
  /** Stands at the end of the bar. */
  readonly actions?: ReactNode
  /** More tools behind the button at the end of the bar, such as `ExportCsv`. */
  readonly tools?: ReactNode
}

/**
 * A list of the server as a table, with the bar that belongs to it: search, filters, the call as curl, and the columns.
 * @example <ListView endpoint={listNotes} input={input} list={notes} label={t('notes.title')} columns={columns} table={table} empty={<EmptyState title={t('notes.none')} />} />
 * @since 1.0.0
 */
export function ListView<Row>({ endpoint, input, search, actions, tools, ...table }: ListViewProps<Row>) {
  return (
    <>
      <FilterBar
        table={table.table}
        {...(search !== undefined && { search })}
        tools={
          <>
            <CopyAsCurl endpoint={endpoint} input={input} />
            {tools}
            <ViewOptions table={table.table} columns={table.columns} />
          </>
        }
      >
        {actions}
      </FilterBar>
      <DataTable {...table} />
    </>
  )
}
