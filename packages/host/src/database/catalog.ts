/**
 * The tables that each owner may name in a query, and how a table's rows belong to a workspace. A query on
 * a table that is not here is refused, so a mistake in this file can hide data but not show it.
 */
import type { AnyModel, Column, Mirror, TenantKey } from '@host/plugin'
import { quote } from './quote.ts'

/** How rows belong to a workspace. */
export type Tenant =
  /** The column holds the workspace's id. */
  | { readonly kind: 'column'; readonly column: string }
  /** A row is seen when a row of `through`, a workspace table, refers to it. */
  | { readonly kind: 'through'; readonly column: string; readonly through: string; readonly key: string }
  /** An owner's table without `org_id`: one for the whole instance. */
  | { readonly kind: 'instance' }
  /** A mirror that names no tenant key: closed inside a workspace. */
  | { readonly kind: 'closed' }

/** A table as its owner, or the plugin that mirrors it, may use it. */
export interface TableAccess {
  readonly name: string
  readonly columns: ReadonlyMap<string, Column>
  readonly writable: boolean
  readonly tenant: Tenant
  /** `select` of the declared columns, ready to be put into a query. */
  readonly select: string
}

/** Tables and columns that one owner may name in a query. */
export type Tables = ReadonlyMap<string, TableAccess>

/** An owner, `host` or a plugin's name, with its models and mirrors. */
export interface ModelOwner {
  readonly name: string
  readonly models: readonly AnyModel[]
}

/** The tables of every owner, by the owner's name. The facts passed preflight before. */
export function createCatalog(owners: readonly ModelOwner[]): ReadonlyMap<string, Tables> {
  const workspaceTables = new Set<string>()
  for (const { models } of owners) {
    for (const model of models) if (model.kind === 'model' && isWorkspaceTable(model)) workspaceTables.add(model.table)
  }
  return new Map(owners.map(({ name, models }) => [name, tablesOf(models, workspaceTables)]))
}

/** Whether every row of a model belongs to a workspace. */
export function isWorkspaceTable(model: AnyModel): boolean {
  return Object.hasOwn(model.columns, 'org_id')
}

function tablesOf(models: readonly AnyModel[], workspaceTables: ReadonlySet<string>): Tables {
  return new Map(models.map((model) => [model.table, accessOf(model, workspaceTables)]))
}

function accessOf(model: AnyModel, workspaceTables: ReadonlySet<string>): TableAccess {
  const names = Object.keys(model.columns)
  return Object.freeze({
    name: model.table,
    columns: new Map(Object.entries(model.columns)),
    writable: model.kind === 'model',
    tenant: tenantOf(model, workspaceTables),
    select: `select ${names.map(quote).join(', ')} from ${quote(model.table)}`,
  })
}

function tenantOf(model: AnyModel, workspaceTables: ReadonlySet<string>): Tenant {
  if (isWorkspaceTable(model) || workspaceTables.has(model.table)) return { kind: 'column', column: 'org_id' }
  return model.kind === 'model' ? { kind: 'instance' } : mirrorTenant(model)
}

function mirrorTenant({ tenantKey }: Mirror): Tenant {
  if (tenantKey === undefined) return { kind: 'closed' }
  return typeof tenantKey === 'string' ? { kind: 'column', column: tenantKey } : throughTenant(tenantKey)
}

function throughTenant({ column, through, key }: Exclude<TenantKey, string>): Tenant {
  return { kind: 'through', column, through, key }
}
