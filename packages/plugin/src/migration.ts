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
  /**
   * An earlier entry of the plugin. Processes of a build with that entry keep working while this one runs, so it may
   * rename, drop or rewrite parts they no longer use. Without it, statements that an older process may not survive are
   * refused while one is running.
   */
  readonly safeAfter?: string
  up(db: MigrationRunner): Promise<unknown>
  /** The statements that put the older form back. They are recorded with the entry, so that `host migrate --down` of an older executable has them. */
  down?(dialect: MigrationRunner['dialect']): readonly string[]
}
