/** Runs one SQL statement of a migration. */
export interface MigrationRunner {
  readonly dialect: 'sqlite' | 'postgres'
  /** Runs one statement inside the migration's transaction and gives its rows. */
  run(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/**
 * A change of stored data that additive migration can't do by itself, such as a renamed column. Entries run once,
 * in the order of the list, in the transaction that also creates tables and columns, before these are compared.
 * @example
 * { id: '2026-03-rename-title',
 *   up: (db) => db.run('alter table notes_notes rename column name to title'),
 *   down: () => ['alter table notes_notes rename column title to name'] }
 */
export interface Migration {
  /** Unique in the plugin; never changed or removed once released. */
  readonly id: string
  up(db: MigrationRunner): Promise<unknown>
  /** The statements that put the older form back. They are recorded with the entry, so that an older binary has them. */
  down?(dialect: MigrationRunner['dialect']): readonly string[]
}
