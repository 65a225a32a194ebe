import { Menu as Base } from '@base-ui/react/menu'
import { useContext } from 'react'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { InMenu, Menu, MenuChoices, MenuItem, MenuLabel, MenuSeparator } from '../components/Menu.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { columnLabel, type DataColumn } from './data-column.ts'
import { usualColumns, type TableDensity } from './table-state.ts'
import { useDensity } from './useDensity.ts'
import type { TableHandle } from './useTable.ts'

export interface ViewOptionsProps<Row> {
  readonly table: TableHandle
  readonly columns: readonly DataColumn<Row>[]
}

/**
 * Which columns a table shows, and how dense it is: a button with a menu, or the entries of the menu that it stands in.
 * @example <FilterBar table={table} tools={<ViewOptions table={table} columns={columns} />} />
 * @since 1.0.0
 */
export function ViewOptions<Row>(props: ViewOptionsProps<Row>) {
  const { t } = useTranslation()
  if (useContext(InMenu)) return <Options {...props} />
  return (
    <Menu trigger={<IconButton icon="settings-2" label={t('sdk.table.options')} />}>
      <Options {...props} />
    </Menu>
  )
}

function Options<Row>({ table, columns }: ViewOptionsProps<Row>) {
  const { t } = useTranslation()
  const ordinary = useDensity()
  const shown = new Set(table.columns ?? usualColumns({ columns }))
  const choosable = columns.filter(({ isFixed }, index) => index > 0 && isFixed !== true)
  const densities = (['comfortable', 'compact'] as const).map((value) => ({
    value,
    label: t(`sdk.table.density.${value}`),
  }))
  function toggle(key: string, isShown: boolean) {
    const next = columns.filter(
      (column, index) => index === 0 || (column.key === key ? isShown : shown.has(column.key)),
    )
    table.setColumns(next.map((column) => column.key))
  }
  return (
    <>
      {choosable.length > 0 && <MenuLabel>{t('sdk.table.columns')}</MenuLabel>}
      {choosable.map((column) => (
        <Base.CheckboxItem
          key={column.key}
          checked={shown.has(column.key)}
          onCheckedChange={(isShown) => toggle(column.key, isShown)}
          className="flex min-h-compact w-full items-center gap-2.5 rounded-control px-2 py-1 text-sm text-fg outline-none select-none data-highlighted:bg-hover"
        >
          <span className="min-w-0 flex-1 truncate">{columnLabel(column)}</span>
          <span className="size-4">
            <Base.CheckboxItemIndicator>
              <Icon name="check" className="text-accent-fg" />
            </Base.CheckboxItemIndicator>
          </span>
        </Base.CheckboxItem>
      ))}
      {table.columns !== undefined && (
        <MenuItem icon="refresh-cw" onSelect={() => table.setColumns(undefined)}>
          {t('sdk.table.usualColumns')}
        </MenuItem>
      )}
      {choosable.length > 0 && <MenuSeparator />}
      <MenuChoices
        label={t('sdk.table.density.label')}
        value={table.density ?? ordinary}
        choices={densities}
        onChange={(next) => table.setDensity(next === ordinary ? undefined : (next as TableDensity))}
      />
    </>
  )
}
