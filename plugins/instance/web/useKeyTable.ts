import { useTable, useTranslation, type ChoiceFilter, type DataColumn, type TableHandle } from '@host/plugin-sdk'
import { keyStates, type IdempotencyKey, type IdempotencyKeyCount } from '../shared.ts'
import { useKeyColumns } from './useKeyColumns.tsx'

/** Filters of the keys. */
export type KeyFilters = Readonly<Record<'plugin' | 'state', ChoiceFilter>>

export interface KeyTable {
  readonly table: TableHandle<KeyFilters>
  readonly columns: readonly DataColumn<IdempotencyKey>[]
  readonly filter: { readonly plugin?: string; readonly state?: (typeof keyStates)[number] }
}

/** The list of keys for the filters in the URL; the choices come from the counts. */
export function useKeyTable(counts: readonly IdempotencyKeyCount[]): KeyTable {
  const { t } = useTranslation()
  const columns = useKeyColumns()
  const titles = new Map(counts.map(({ plugin }) => [plugin.name, plugin.title]))
  const plugins = [...titles].map(([value, label]) => ({ value, label }))
  const states = keyStates.map((value) => ({ value, label: t(`instance.keys.${value}`) }))
  const table = useTable<KeyFilters>({
    columns,
    filters: {
      // A link may name a plugin that has no live key any more.
      plugin: { kind: 'choice', label: t('instance.keys.plugin'), options: plugins, isOpen: true },
      state: { kind: 'choice', label: t('instance.keys.state'), options: states },
    },
  })
  const { plugin, state: named } = table.filters
  const state = keyStates.find((known) => known === named)
  return { table, columns, filter: { ...(plugin !== undefined && { plugin }), ...(state !== undefined && { state }) } }
}
