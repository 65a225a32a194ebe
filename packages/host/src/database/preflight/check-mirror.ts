import type { Column, ColumnKind, Mirror, Model } from '@host/plugin'
import { isWorkspaceTable } from '../catalog.ts'

const textKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['id', 'org', 'text'])

/** How a mirror differs from the model it shows, each difference as a sentence. */
export function checkMirror(owner: string, mirror: Mirror, tables: ReadonlyMap<string, Model>): readonly string[] {
  const model = tables.get(mirror.table)
  if (model === undefined) return [`${owner} mirrors the table "${mirror.table}", which no plugin in this build owns.`]
  const columns = Object.entries(mirror.columns).flatMap(([name, column]) =>
    compare(column, model.columns[name]).map((reason) => [name, reason]),
  )
  return [
    ...columns.map(
      ([name, reason]) => `${owner}: its mirror of "${mirror.table}" does not match: "${name}" ${reason}.`,
    ),
    ...checkTenantKey(mirror, model, tables).map((reason) => `${owner}: its mirror of "${mirror.table}" ${reason}.`),
  ]
}

function compare(mirrored: Column, owned: Column | undefined): readonly string[] {
  if (owned === undefined) return ['is not a column of it']
  if (mirrored.kind !== owned.kind && !(textKinds.has(mirrored.kind) && textKinds.has(owned.kind))) {
    return [`is ${owned.kind}, not ${mirrored.kind}`]
  }
  return owned.nullable && !mirrored.nullable ? ['may be null: declare it nullable'] : []
}

function checkTenantKey({ tenantKey }: Mirror, model: Model, tables: ReadonlyMap<string, Model>): readonly string[] {
  if (tenantKey === undefined) return []
  if (isWorkspaceTable(model)) {
    return tenantKey === 'org_id' ? [] : ["has the column org_id, so it can't have another tenant key"]
  }
  if (typeof tenantKey === 'string') {
    return Object.hasOwn(model.columns, tenantKey) ? [] : [`has no column "${tenantKey}" for a tenant key`]
  }
  const { column, through, key } = tenantKey
  const way = tables.get(through)
  if (!Object.hasOwn(model.columns, column)) return [`has no column "${column}" for a tenant key`]
  if (way === undefined || !isWorkspaceTable(way)) {
    return [`goes through "${through}", which is not a table with org_id`]
  }
  return Object.hasOwn(way.columns, key) ? [] : [`goes through "${through}", which has no column "${key}"`]
}
