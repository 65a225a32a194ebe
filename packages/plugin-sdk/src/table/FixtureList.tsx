/** A list of things for the tests of tables. */
import type { ReactNode } from 'react'
import { endpointsWith } from '@host/plugin/wire'
import * as z from 'zod/mini'
import { EmptyState } from '../components/EmptyState.tsx'
import { lazyPage } from '../lazy-page.ts'
import { useListQuery } from '../query/useListQuery.ts'
import { mountPage, type FakeAnswers, type MountedPage } from '../testing/index.ts'
import { defineUIPlugin } from '../ui-plugin.ts'
import { BulkBar } from './BulkBar.tsx'
import type { DataColumn } from './data-column.ts'
import type { DataTableProps } from './data-table-props.ts'
import { DataTable } from './DataTable.tsx'
import { FilterBar } from './FilterBar.tsx'
import { SavedViews } from './SavedViews.tsx'
import { SidePanel } from './SidePanel.tsx'
import { useSelection } from './useSelection.ts'
import { useTable } from './useTable.ts'
import { ViewOptions } from './ViewOptions.tsx'

export interface Thing {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly kind: string
}

const ThingOut = z.object({ id: z.string(), name: z.string(), size: z.number(), kind: z.string() })

export const listThings = endpointsWith(z.toJSONSchema)({
  pattern: 'GET /api/x/things/things',
  input: z.object({ q: z.optional(z.string()), kind: z.optional(z.string()), sort: z.optional(z.string()) }),
  output: z.object({ items: z.array(ThingOut), nextCursor: z.nullable(z.string()), total: z.optional(z.number()) }),
  summary: 'List things',
})

export const things: readonly Thing[] = [
  { id: 'a', name: 'Apple', size: 10, kind: 'fruit' },
  { id: 'b', name: 'beet', size: 9, kind: 'root' },
  { id: 'c', name: 'Cherry', size: 1, kind: 'fruit' },
  { id: 'd', name: 'date', size: 2, kind: 'fruit' },
]

const columns: readonly DataColumn<Thing>[] = [
  { key: 'name', header: 'Name', isSortable: true, value: ({ name }) => name, cell: ({ name }) => name },
  { key: 'size', header: 'Size', isSortable: true, align: 'end', value: ({ size }) => size, cell: ({ size }) => size },
  { key: 'kind', header: 'Kind', isHidden: true, value: ({ kind }) => kind, cell: ({ kind }) => kind },
]

const filters = {
  kind: {
    kind: 'choice',
    label: 'Kind',
    options: [
      { value: 'fruit', label: 'Fruit' },
      { value: 'root', label: 'Root' },
    ],
  },
  maker: { kind: 'text', label: 'Maker' },
  made: { kind: 'dates', label: 'Made' },
  weight: { kind: 'numbers', label: 'Weight' },
  price: { kind: 'numbers', label: 'Price', currency: 'EUR' },
  fresh: { kind: 'boolean', label: 'Fresh' },
} as const

/** A page with a list from the server. */
export function ServerPage() {
  const table = useTable({ columns, filters })
  const list = useListQuery(listThings, {
    ...(table.search !== '' && { q: table.search }),
    ...(table.filters.kind !== undefined && { kind: table.filters.kind }),
    ...(table.sortText !== undefined && { sort: table.sortText }),
  })
  const selection = useSelection(table)
  return (
    <>
      <h1>Things</h1>
      <FilterBar table={table} search="Search things" tools={<ViewOptions table={table} columns={columns} />}>
        <SavedViews table={table} />
      </FilterBar>
      <DataTable
        label="Things"
        columns={columns}
        table={table}
        list={list}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        selection={selection}
        empty={<EmptyState title="No things yet" />}
        panel={({ id, row, ways }) => (
          <SidePanel label="Thing" {...ways}>
            {row?.name ?? `no ${id}`}
          </SidePanel>
        )}
      />
      <BulkBar selection={selection} loaded={list.items?.length ?? 0} hasMore={list.hasMore} total={list.total}>
        <button type="button">Act</button>
      </BulkBar>
    </>
  )
}

const panel: NonNullable<DataTableProps<Thing>['panel']> = ({ id, ways }) => (
  <SidePanel label="Thing" {...ways}>
    {id}
  </SidePanel>
)

/**
 * Creates a page that has all rows itself.
 * @param cell content of the last column, in a table whose rows open
 */
export function clientPage(rows: readonly Thing[], cell?: () => ReactNode) {
  const shown: readonly DataColumn<Thing>[] =
    cell === undefined ? columns : [...columns, { key: 'more', header: 'More', cell }]
  return function ClientPage() {
    const table = useTable({ columns: shown, filters })
    return (
      <>
        <h1>Things</h1>
        <DataTable
          label="Things"
          columns={shown}
          table={table}
          rows={rows}
          rowKey={({ id }) => id}
          rowLabel={({ name }) => name}
          empty={<EmptyState title="No things yet" />}
          {...(cell !== undefined && { panel })}
        />
      </>
    )
  }
}

export interface MountThings {
  readonly Page?: () => React.ReactNode
  readonly path?: `/${string}`
  readonly answers?: FakeAnswers
}

/** Mounts a page of things. */
export function mountThings({
  Page = ServerPage,
  path = '/things',
  answers = {},
}: MountThings = {}): Promise<MountedPage> {
  const Component = lazyPage(() => Promise.resolve({ default: Page }))
  return mountPage({
    plugin: defineUIPlugin({ name: 'things', routes: [{ path: '/things', Component }] }),
    path,
    answers: {
      'GET /api/x/things/things': { items: things, nextCursor: null, total: 4 },
      'GET /api/views': { items: [], nextCursor: null },
      ...answers,
    },
  })
}

/** The rows as they are read, cell by cell. */
export function rowsShown(): string[][] {
  return [...document.querySelectorAll('tbody tr[data-row]')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '').filter((one) => !one.startsWith('Select ')),
  )
}

/** Presses a key where the focus is. */
export function press(page: MountedPage, key: string): Promise<void> {
  return page.act(() =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    ),
  )
}
