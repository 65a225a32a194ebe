import { useState, type ReactNode } from 'react'
import { Button } from '../components/Button.tsx'
import { Menu, MenuItem } from '../components/Menu.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { FilterChip } from './FilterChip.tsx'
import { SearchBox } from './SearchBox.tsx'
import type { TableHandle } from './useTable.ts'

export interface FilterBarProps {
  readonly table: TableHandle
  /** Label of the search field, such as "Search members". Omit it to hide the search. */
  readonly search?: string
  /** Stands at the end: saved views, columns, a download. */
  readonly children?: ReactNode
}

/**
 * A search field, and filters as chips that are added, changed and removed one by one.
 * @example <FilterBar table={table} search={t('notes.search')}><ViewOptions table={table} columns={columns} /></FilterBar>
 * @since 1.0.0
 */
export function FilterBar({ table, search, children }: FilterBarProps) {
  const { t } = useTranslation()
  const [adding, setAdding] = useState<string | null>(null)
  const filters = Object.entries(table.shape.filters ?? {})
  const shown = filters.filter(([name]) => table.filters[name] !== undefined || name === adding)
  const others = filters.filter(([name]) => !shown.some(([one]) => one === name))
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {search !== undefined && <SearchBox table={table} label={search} />}
      {shown.length > 0 && (
        <ul aria-label={t('sdk.table.filters')} className="contents">
          {shown.map(([name, definition]) => (
            <FilterChip
              key={name}
              definition={definition}
              value={table.filters[name]}
              isNew={name === adding}
              onChange={(value) => {
                table.setFilter(name, value)
                setAdding(null)
              }}
              onLeave={() => setAdding(null)}
            />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Menu align="start" trigger={<Button icon="list-filter">{t('sdk.table.addFilter')}</Button>}>
          {others.map(([name, { label }]) => (
            <MenuItem key={name} onSelect={() => setAdding(name)}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
      {table.isNarrowed && (
        <Button variant="ghost" onClick={table.clearFilters}>
          {t('sdk.table.clearFilters')}
        </Button>
      )}
      {children !== undefined && <div className="ml-auto flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  )
}
