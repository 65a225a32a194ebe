/** The tables of a workspace as they travel: those of the build, by what their models declare. */
import type { AnyModel, Model, Transfer, TransferredRow } from '@host/plugin'
import { idColumn } from '../database/model-keys.ts'
import { loosenableReferences, modelReferences, owningColumns, referringFirst } from '../database/model-references.ts'
import type { NeutralTable } from '../database/neutral/neutral-table.ts'
import { workspaceTables } from '../workspace-data/workspace-tables.ts'

/** A table whose rows travel. */
export interface TravelingTable {
  readonly model: Model
  /** Its id, by which the rows are in order. */
  readonly id: string
  /** The columns of a row in the file, in their order: all but the workspace and those that stay. */
  readonly columns: NeutralTable
  /** Values of an imported row for the columns that stay. */
  readonly without: TransferredRow
  /** The row of a clone; undefined for a clone that begins without the rows. */
  readonly cloneRow: ((row: TransferredRow) => TransferredRow) | undefined
  /** Columns that may lead to rows of the same table, which are written after all of its rows. */
  readonly loose: readonly string[]
  /** Why rows stay or change; undefined where they don't. */
  readonly reason: string | undefined
}

/** A table whose rows stay in their instance. */
export interface StayingTable {
  readonly table: string
  readonly reason: string
}

/** Every table of the workspaces of a build. */
export interface TransferTables {
  /** Referred tables before those that refer to them. */
  readonly traveling: readonly TravelingTable[]
  readonly staying: readonly StayingTable[]
  /** Prefixes of the ids of a workspace and its rows. */
  readonly prefixes: ReadonlySet<string>
}

/** The differences between an imported workspace and its original, in sentences. */
export function transferNotes(tables: TransferTables, isClone: boolean): readonly string[] {
  const changed = tables.traveling.filter(({ without }) => isClone || Object.keys(without).length > 0)
  const reasons = [...tables.staying, ...changed].flatMap(({ reason }) => reason ?? [])
  return [...new Set(reasons)].toSorted()
}

type Staying = Extract<Transfer, { readonly isExported: false }>
type Moving = Exclude<Transfer, Staying>

/** Sorts the workspace tables of a build. The order of its models does not matter. */
export function transferTables(models: readonly AnyModel[]): TransferTables {
  const rows = workspaceTables(models).filter(({ kind }) => kind === 'rows')
  const moving = rows.filter(({ model }) => !isStaying(model.transfer)).map(({ model }) => ({ model }))
  const byName = new Map(moving.map(({ model }) => [model.table, model]))
  const dropped = droppedByClones(byName)
  return {
    traveling: referringFirst(moving)
      .toReversed()
      .map(({ model }) => traveling(model, { byName, dropped })),
    staying: rows.flatMap(({ model: { table, transfer } }) =>
      isStaying(transfer) ? [{ table, reason: transfer.reason }] : [],
    ),
    prefixes: new Set(['org', ...rows.flatMap(({ model }) => prefixOf(model) ?? [])]),
  }
}

/**
 * Workspace tables with a key that no two rows of the instance may share, and without a rule for clones. A clone beside its
 * original would be refused at their first row.
 */
export function tablesWithoutRule(models: readonly AnyModel[]): readonly string[] {
  return workspaceTables(models)
    .filter(({ kind, model }) => kind === 'rows' && model.transfer === undefined)
    .filter(({ model }) => model.unique.some((key) => !key.includes('org_id')))
    .map(({ model }) => model.table)
}

function isStaying(transfer: Transfer | undefined): transfer is Staying {
  return transfer !== undefined && 'isExported' in transfer
}

function movingOf({ transfer }: Model): Moving | undefined {
  return isStaying(transfer) ? undefined : transfer
}

function prefixOf(model: Model): string | undefined {
  const id = idColumn(model)
  return id === undefined ? undefined : model.columns[id]?.prefix
}

interface Build {
  readonly byName: ReadonlyMap<string, Model>
  readonly dropped: ReadonlySet<string>
}

/** Tables that a clone begins without: those that say so, and those whose rows can't be without a row of these. */
function droppedByClones(byName: ReadonlyMap<string, Model>): ReadonlySet<string> {
  const dropped = new Set([...byName.values()].filter((model) => movingOf(model)?.clone === 'none').map(nameOf))
  for (let before = -1; before < dropped.size;) {
    before = dropped.size
    for (const model of byName.values()) {
      const needs = modelReferences(model).filter(({ column }) => model.columns[column]?.nullable === false)
      if (needs.some(({ target }) => dropped.has(target))) dropped.add(model.table)
    }
  }
  return dropped
}

/** Jobs stay with their instance, and so do the columns with their ids: the work of a row without a job begins again. */
function withoutJobs(model: Model): TransferredRow {
  const jobs = owningColumns(model).filter(({ name, owns }) => owns === 'job' && model.columns[name]?.nullable === true)
  return Object.fromEntries(jobs.map(({ name }) => [name, null]))
}

function nameOf({ table }: Model): string {
  return table
}

function traveling(model: Model, { byName, dropped }: Build): TravelingTable {
  const id = idColumn(model)
  if (id === undefined) throw new Error(`The workspace table "${model.table}" has no id.`)
  const { without: stated = {}, clone, reason } = movingOf(model) ?? {}
  const without = { ...withoutJobs(model), ...stated }
  const columns = Object.entries(model.columns)
    .filter(([name]) => name !== 'org_id' && !Object.hasOwn(without, name))
    .map(([name, { kind }]) => ({ name, kind }))
  const lost = modelReferences(model).filter(({ target }) => dropped.has(target))
  const changed = typeof clone === 'function' ? clone : (row: TransferredRow) => row
  const forgotten = Object.fromEntries(lost.map(({ column }) => [column, null]))
  return {
    model,
    id,
    columns: { name: model.table, columns, key: [id] },
    without,
    cloneRow: dropped.has(model.table) ? undefined : (row) => ({ ...changed(row), ...forgotten }),
    loose: loosenableReferences(model, byName).map(({ column }) => column),
    reason,
  }
}
