import type { Model } from '@host/plugin'
import { isWorkspaceTable } from './catalog.ts'

/** A key of a table over its columns, in order. */
export interface ModelKey {
  readonly columns: readonly string[]
  readonly isUnique: boolean
}

/** The keys of a table: those that its model declares, and for a workspace table without any of its own, one by workspace. */
export function modelKeys(model: Model): readonly ModelKey[] {
  const keys = [
    ...model.unique.map((columns) => ({ columns, isUnique: true })),
    ...model.index.map((columns) => ({ columns, isUnique: false })),
  ]
  if (!isWorkspaceTable(model) || keys.some(({ columns: [first] }) => first === 'org_id')) return keys
  const id = idColumn(model)
  return [...keys, { columns: id === undefined ? ['org_id'] : ['org_id', id], isUnique: false }]
}

/** The column by which a row of the table is named; undefined when it has none. */
export function idColumn({ columns }: Model): string | undefined {
  return Object.entries(columns).find(([, { kind }]) => kind === 'id')?.[0]
}
