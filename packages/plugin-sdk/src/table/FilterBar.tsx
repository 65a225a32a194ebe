import { useCallback, useState, type ReactNode, type RefCallback } from 'react'
import { classNames } from '../components/class-names.ts'
import { Button } from '../components/Button.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { Menu, MenuItem } from '../components/Menu.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { FilterChip } from './FilterChip.tsx'
import { SearchBox } from './SearchBox.tsx'
import type { TableHandle } from './useTable.ts'

export interface FilterBarProps {
  readonly table: TableHandle
  /** Label of the search field, such as "Search members". Omit it to hide the search. */
  readonly search?: string
  /** Stands at the end, such as `SavedViews`. */
  readonly children?: ReactNode
  /** Rarely used tools, behind one button: `CopyAsCurl`, `ExportCsv`, `ViewOptions` and entries of a `Menu`. */
  readonly tools?: ReactNode
  /** Stays in sight while the page scrolls. Default: true. */
  readonly isSticky?: boolean
}

/**
 * A search field, and filters as chips that are added, changed and removed one by one.
 * @example <FilterBar table={table} search={t('notes.search')} tools={<ViewOptions table={table} columns={columns} />} />
 * @since 1.0.0
 */
export function FilterBar({ table, search, children, tools, isSticky = true }: FilterBarProps) {
  const { t } = useTranslation()
  const bar = useBarHeight()
  const [adding, setAdding] = useState<string | null>(null)
  const filters = Object.entries(table.shape.filters ?? {})
  const shown = filters.filter(([name]) => table.filters[name] !== undefined || name === adding)
  const others = filters.filter(([name]) => !shown.some(([one]) => one === name))
  return (
    <div
      ref={bar}
      className={classNames(
        'flex flex-wrap items-center gap-2 pb-3 [&_.border-control]:border-line',
        isSticky && 'z-20 -mt-2 bg-canvas pt-2 sm:sticky sm:top-topbar',
      )}
    >
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
      {(children !== undefined || tools !== undefined) && (
        <div className="ml-auto flex flex-wrap items-center gap-2">
          {children}
          {tools !== undefined && (
            <Menu trigger={<IconButton icon="ellipsis" label={t('sdk.table.tools')} />}>{tools}</Menu>
          )}
        </div>
      )}
    </div>
  )
}

/** Tells the head of the table below how high the bar is, while both stay in sight. */
function useBarHeight(): RefCallback<HTMLElement> {
  return useCallback((bar: HTMLElement | null) => {
    const around = bar?.parentElement
    if (!bar || !around) return undefined
    const sizes = new ResizeObserver(() => {
      const isSticky = getComputedStyle(bar).position === 'sticky'
      around.style.setProperty('--list-bar', `${isSticky ? bar.offsetHeight : 0}px`)
    })
    sizes.observe(bar)
    return () => {
      sizes.disconnect()
      around.style.removeProperty('--list-bar')
    }
  }, [])
}
