import type { ColumnType } from 'kysely'

/** Every kind of column that both databases store alike. */
export const columnKinds = ['id', 'org', 'text', 'integer', 'real', 'boolean', 'json', 'time', 'bytes'] as const

/** A kind of column. */
export type ColumnKind = (typeof columnKinds)[number]

/**
 * A column of a model: plain, frozen data that carries the types of its value when read, inserted and updated.
 * Made by `column`, never by hand.
 */
export interface Column<Select = unknown, Insert = unknown, Update = unknown> {
  readonly kind: ColumnKind
  readonly nullable: boolean
  /** The value of an insert that gives none; `'now'` in a time column is the time of the insert. */
  readonly default?: unknown
  /** Longest text, in characters. */
  readonly max?: number
  /** The prefix of a generated id. */
  readonly prefix?: string
  /**
   * Whether the values are secrets or hashes, which no export of a workspace has. Where it is not said, the name of the
   * column decides: one that sounds like a secret is redacted.
   */
  readonly secret?: boolean
  /** Whether the words of the text are indexed, and found with `search`. */
  readonly search?: boolean
  /** The row of the same workspace that the value is the id of. */
  readonly references?: ColumnReference
  /** Whether the value is the key of a blob, or the id of a job, of the plugin that ends with the row. */
  readonly owns?: Owned
  /** Types only; never a value. */
  readonly $type?: ColumnType<Select, Insert, Update>
}

/** Effect of deleting a row on the rows that refer to it: they are deleted too, prevent it, or refer to nothing. */
export type OnDelete = 'cascade' | 'restrict' | 'null'

/** A record of the host that a row can own. */
export type Owned = 'blob' | 'job'

/** The table that a column refers to. */
export interface ColumnReference {
  /** Undefined for the table of the column itself. */
  readonly table: string | undefined
  readonly onDelete: OnDelete
}

/** A model that a reference may name; `'self'` is the model that the column is part of. */
export type ReferenceTarget = 'self' | { readonly kind: 'model'; readonly table: string }

/** Options of every kind of column. */
interface Common {
  /** Left out of every export of a workspace; `false` for a harmless one whose name sounds like a secret. */
  readonly secret?: boolean
}

interface NotNull extends Common {
  readonly nullable?: false
}

interface Defaulted<Value> extends NotNull {
  readonly default: Value
}

interface Nullable<Value> extends Common {
  readonly nullable: true
  readonly default?: Value | null
}

interface TextOptions {
  /** Longest value, in characters. */
  readonly max?: number
  /**
   * Indexes the words of the text, for `search`, in the transaction of each write; of a table with an id and `org_id`.
   * @since 1.0.0
   */
  readonly search?: boolean
}

/** Builds one kind of column; the options decide whether it may be left out of an insert, and hold null. */
export interface ColumnBuilder<Base, Options = unknown, Default = never> {
  <Value extends Base = Base>(options?: Options & NotNull): Column<Value, Value, Value>
  <Value extends Base = Base>(
    options: Options & Defaulted<NoInfer<Value> | Default>,
  ): Column<Value, Value | undefined, Value>
  <Value extends Base = Base>(
    options: Options & Nullable<NoInfer<Value> | Default>,
  ): Column<Value | null, Value | null | undefined, Value | null>
}

/** The column builders; the same value comes back from SQLite and PostgreSQL. */
export interface ColumnBuilders {
  /**
   * The primary key: a TypeID (`lnk_01h...`, the prefix and a UUIDv7), generated when an insert gives none.
   * @param prefix lower-case letters, 1 to 20
   */
  id(prefix: string): Column<string, string | undefined, never>
  /** The workspace a row belongs to, as the column `org_id`. It is stamped by the scope and can't be set. */
  org(): Column<string, string, never>
  /** Text without NUL characters. Give the values as a type: `column.text<'open' | 'done'>()`. */
  readonly text: ColumnBuilder<string, TextOptions>
  /** A whole number between -(2^53 - 1) and 2^53 - 1. A sum beyond that comes back as a bigint. */
  readonly integer: ColumnBuilder<number>
  /** A finite floating-point number. */
  readonly real: ColumnBuilder<number>
  readonly boolean: ColumnBuilder<boolean>
  /** A JSON value, parsed when read: `column.json<string[]>()`. */
  readonly json: ColumnBuilder<unknown>
  /** A moment, as an ISO 8601 UTC text with milliseconds: `2026-01-31T08:15:00.000Z`. The default `'now'` is filled in at insert. */
  readonly time: ColumnBuilder<string, unknown, 'now'>
  readonly bytes: ColumnBuilder<Uint8Array>
  /**
   * The id of a row of another workspace table of the plugin, or of the same table (`'self'`). The database keeps it
   * valid for every write: a row of another workspace, or one that does not exist, is refused with the Problem
   * `not_found`, and a deleted row takes effect on those that refer to it as `onDelete` says. With `restrict` the
   * deletion is refused with the Problem `conflict`. An index over the workspace and the column comes with it.
   * @param options `nullable` for a row that may refer to nothing; it follows from `onDelete: 'null'`
   * @example
   * deal_id: column.reference(Deal, { onDelete: 'cascade' }),
   * contact_id: column.reference(Contact, { onDelete: 'null' }),
   * parent_id: column.reference('self', { onDelete: 'cascade', nullable: true })
   * @since 1.0.0
   */
  readonly reference: {
    (
      to: ReferenceTarget,
      options: { readonly onDelete: 'cascade' | 'restrict' } & NotNull,
    ): Column<string, string, string>
    (
      to: ReferenceTarget,
      options: { readonly onDelete: 'null' } | { readonly onDelete: OnDelete; readonly nullable: true },
    ): Column<string | null, string | null | undefined, string | null>
  }
  /**
   * The key of a blob of the plugin (`Blobs`) that belongs to the row: the blob is deleted in the transaction that
   * deletes the row or gives it another key, by cascades too, and its bytes within two hours. No two rows have the same
   * key.
   * @example file: column.blob(), picture: column.blob({ nullable: true })
   * @since 1.0.0
   */
  readonly blob: ColumnBuilder<string>
  /**
   * The id of a job of the plugin (`Jobs.enqueue`) that concerns the row: a job that has not begun is removed in the
   * transaction that deletes the row or gives it another job, by cascades too. One that runs goes on, and finds the row
   * gone. No two rows have the same job.
   * @example reminder: column.job({ nullable: true })
   * @since 1.0.0
   */
  readonly job: ColumnBuilder<string>
}

interface ColumnOptions {
  readonly nullable?: boolean
  readonly default?: unknown
  readonly max?: number
  readonly prefix?: string
  readonly secret?: boolean
  readonly search?: boolean
  readonly references?: ColumnReference
  readonly owns?: Owned
}

interface ReferenceOptions {
  readonly onDelete: OnDelete
  readonly nullable?: boolean
}

/** Characters of the longest id, and of the longest key of a blob. */
const [longestId, longestKey] = [64, 300]

function build(kind: ColumnKind, options: ColumnOptions = {}): Column<never, never, never> {
  return Object.freeze({ ...options, kind, nullable: options.nullable ?? false })
}

/**
 * The columns of a model.
 * @example column.text({ max: 200 }), column.integer({ default: 0 }), column.time({ nullable: true })
 * @since 1.0.0
 */
export const column: ColumnBuilders = Object.freeze({
  id: (prefix: string) => build('id', { prefix }),
  org: () => build('org'),
  text: (options?: ColumnOptions) => build('text', options),
  integer: (options?: ColumnOptions) => build('integer', options),
  real: (options?: ColumnOptions) => build('real', options),
  boolean: (options?: ColumnOptions) => build('boolean', options),
  json: (options?: ColumnOptions) => build('json', options),
  time: (options?: ColumnOptions) => build('time', options),
  bytes: (options?: ColumnOptions) => build('bytes', options),
  reference: (to: ReferenceTarget, { onDelete, nullable = onDelete === 'null' }: ReferenceOptions) => {
    const references = Object.freeze({ table: to === 'self' ? undefined : to.table, onDelete })
    return build('text', { max: longestId, nullable, references })
  },
  blob: (options?: ColumnOptions) => build('text', { ...options, max: longestKey, owns: 'blob' }),
  job: (options?: ColumnOptions) => build('text', { ...options, max: longestId, owns: 'job' }),
})
