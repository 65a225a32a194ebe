import type { ColumnType, Insertable, Selectable, Updateable } from 'kysely'
import type { Column } from './column.ts'

/** The columns of a table by their snake_case name. */
export type ColumnMap = Readonly<Record<string, Column>>

/** One column name, or several in order. */
export type IndexColumns<Name extends string = string> = Name | readonly Name[]

/** A table that a plugin owns. */
export interface Model<Table extends string = string, Columns extends ColumnMap = ColumnMap> {
  readonly kind: 'model'
  readonly table: Table
  readonly columns: Columns
  readonly unique: readonly (readonly string[])[]
  readonly index: readonly (readonly string[])[]
  /** The columns that name a record to people; empty for a table whose records have no name. */
  readonly label: readonly string[]
  /** How its rows travel with their workspace; undefined for rows that travel as they are. */
  readonly transfer?: Transfer
}

/** A row as it travels with its workspace, by its columns. */
export type TransferredRow = Readonly<Record<string, unknown>>

/**
 * How rows of a workspace table travel when the operator exports the workspace to a file, imports it in another instance,
 * or clones it beside the original. Without it, all rows travel, and a clone gets them with ids of its own.
 */
export type Transfer =
  /** The rows stay: they are counts, credentials of people, or decisions of the instance. */
  | { readonly reason: string; readonly isExported: false }
  | {
      readonly reason: string
      /** Columns that stay, with the value that an imported row gets. */
      readonly without?: TransferredRow
      /**
       * The row of a clone, whose original has claims that no two workspaces can have; `'none'` for a clone that begins
       * without the rows. Ids in the row are those of the clone already.
       */
      readonly clone?: 'none' | ((row: TransferredRow) => TransferredRow)
    }

/** How the rows of a core table without `org_id` belong to a workspace. */
export type TenantKey<Name extends string = string> =
  | Name
  | {
      /** The column of this table that `through` refers to. */
      readonly column: Name
      /** A workspace table, such as `memberships`, that says which rows the workspace may see. */
      readonly through: string
      /** The column of `through` that holds the value of `column`. */
      readonly key: string
    }

/** A read-only view of another owner's table, checked against the owner's model when the host starts. */
export interface Mirror<Table extends string = string, Columns extends ColumnMap = ColumnMap> {
  readonly kind: 'mirror'
  readonly table: Table
  readonly columns: Columns
  readonly tenantKey?: TenantKey
}

/** An item of a plugin's `models`. */
export type AnyModel = Model | Mirror

/** Keys over several columns. On a workspace table a unique key without `org_id` is unique in the whole instance. */
export interface ModelOptions<Name extends string = string> {
  readonly unique?: readonly IndexColumns<Name>[]
  readonly index?: readonly IndexColumns<Name>[]
  /**
   * The text columns that name a record to people, the best first: the first that is not empty is its name, the next one
   * a detail. Admins of the workspace read them in place of an id, such as in the approval of an agent's call. Never a
   * secret or a sealed text.
   * @example label: ['name', 'email']
   * @since 1.0.0
   */
  readonly label?: IndexColumns<Name>
  /**
   * How the rows travel when their workspace is exported, imported, or cloned, with the reason, which the report of a
   * clone prints. Without it they travel as they are. A unique key without `org_id` needs it: a clone stands beside its
   * original.
   * @example transfer: { reason: 'An address belongs to one workspace.', clone: 'none' }
   * @since 1.1.0
   */
  readonly transfer?: Transfer
}

/** How a mirror is bound to the workspace. */
export interface MirrorOptions<Name extends string = string> {
  /**
   * The column that holds the workspace's id when the table has no `org_id` (`id` of `workspaces`), or the way
   * through a table that has one. A table with neither is read only by `ctx.db.asInstance`.
   */
  readonly tenantKey?: TenantKey<Name>
}

/**
 * Declares a table of the plugin. With a column `org_id` it is a workspace table: every query of a scope on it
 * carries the workspace by construction. It needs an id and an index that begins with `org_id` and the id, by which the
 * export of a workspace reads it in pages; the host refuses to start otherwise.
 * @param table snake_case, beginning with the plugin's name
 * @example
 * const Note = model('notes_notes', {
 *   id: column.id('note'), org_id: column.org(), title: column.text({ max: 200 }), created_at: column.time({ default: 'now' })
 * }, { index: [['org_id', 'created_at'], ['org_id', 'id']] })
 * @since 1.0.0
 */
export function model<const Table extends string, const Columns extends ColumnMap>(
  table: Table,
  columns: Columns,
  options: ModelOptions<keyof Columns & string> = {},
): Model<Table, Columns> {
  return Object.freeze({
    kind: 'model',
    table,
    columns: Object.freeze({ ...columns }),
    unique: freezeKeys(options.unique),
    index: freezeKeys(options.index),
    label: Object.freeze([options.label ?? []].flat()),
    ...(options.transfer && { transfer: Object.freeze(options.transfer) }),
  })
}

/**
 * Declares the columns that the plugin reads of a table it does not own. A write to it is refused.
 * @example mirror('workspaces', { id: column.id('org'), name: column.text() }, { tenantKey: 'id' })
 * @since 1.0.0
 */
export function mirror<const Table extends string, const Columns extends ColumnMap>(
  table: Table,
  columns: Columns,
  options: MirrorOptions<keyof Columns & string> = {},
): Mirror<Table, Columns> {
  return Object.freeze({ kind: 'mirror', table, columns: Object.freeze({ ...columns }), ...options })
}

function freezeKeys(keys: readonly IndexColumns[] = []): readonly (readonly string[])[] {
  return Object.freeze(keys.map((key) => Object.freeze(typeof key === 'string' ? [key] : [...key])))
}

type Value<C> = C extends Column<infer S, infer I, infer U> ? ColumnType<S, I, U> : never

type ReadOnly<C> = C extends Column<infer Select> ? ColumnType<Select, never, never> : never

type ModelTable<Columns> = {
  [Name in keyof Columns]: Name extends 'org_id' ? ReadOnly<Columns[Name]> : Value<Columns[Name]>
}

/** No value has this type, so that an insert into a mirror does not compile. */
interface Unwritable {
  readonly 'a mirror is read only': never
}

type MirrorTable<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends Column<infer Select> ? ColumnType<Select, Unwritable, never> : never
}

/** The table of a model as the query builder types it. */
export type TableOf<M extends AnyModel> =
  M extends Model<string, infer Columns>
    ? ModelTable<Columns>
    : M extends Mirror<string, infer Columns>
      ? MirrorTable<Columns>
      : never

/** Table name to table type for a list of models. */
export type TablesOf<Models extends readonly AnyModel[]> = { [M in Models[number] as M['table']]: TableOf<M> }

/** A row as it is read. */
export type Row<M extends AnyModel> = Selectable<TableOf<M>>

/** The values of a new row; `org_id` is stamped by the scope. */
export type Insert<M extends AnyModel> = Insertable<TableOf<M>>

/** The values of a change. */
export type Patch<M extends AnyModel> = Updateable<TableOf<M>>
