/** A small instance that was started once, and moves of it. */
import { DatabaseSync } from 'node:sqlite'
import { column, definePlugin, model, type AnyPlugin } from '@host/plugin'
import { moveHost, planMoveHost, type Moved, type MoveCommandOptions } from '../../src/boot/move-commands.ts'
import { readConfig } from '../../src/config/config.ts'
import type { PluginEntry } from '../../src/declared/plugin-entry.ts'
import { prepareConnection, prepareWriter } from '../../src/database/sqlite/prepared-statements.ts'
import { createHost, type Host } from '../../src/host.ts'
import { notesInfo } from '../notes-plugin.ts'
import { queryPostgres } from '../database/query-postgres.ts'
import type { TestDatabase } from '../database/test-databases.ts'

/** The root key of the instance. */
export const secretKey = 'DxhRUAvNJAXMYFlMDoqzz0OW6JUYCzGMj5gaLTwKotM='

const Note = model(
  'notes_notes',
  {
    id: column.id('note'),
    org_id: column.org(),
    text: column.text({ search: true }),
    is_open: column.boolean({ default: true }),
    data: column.json({ nullable: true }),
    parent_id: column.reference('self', { onDelete: 'cascade', nullable: true }),
  },
  { index: [['org_id', 'id']] },
)

/** A plugin with one table. */
export const notes: AnyPlugin = definePlugin({ name: 'notes', info: notesInfo, models: [Note], mount() {} })

/** The build of plugins. */
export function buildOf(...plugins: readonly AnyPlugin[]): readonly PluginEntry[] {
  return plugins.map((plugin) => ({ plugin, version: '1.0.0', outOfTree: false }))
}

const log = { debug() {}, info() {}, warn() {}, error() {} }

/** Options of a move, which may be others. */
export function optionsOf(from: string, to: string, other: Partial<MoveCommandOptions> = {}): MoveCommandOptions {
  return {
    plugins: buildOf(notes),
    log,
    config: readConfig({ HOST_LISTEN: '127.0.0.1:0', HOST_DATABASE_URL: from, HOST_SECRET_KEY: secretKey }),
    to,
    signal: AbortSignal.timeout(100_000),
    onCopied: () => undefined,
    ...other,
  }
}

/** Starts a host on a database. @throws BootError */
export async function startOn(url: string, other?: Partial<MoveCommandOptions>): Promise<Host> {
  return await createHost({ ...optionsOf(url, url, other), announce: () => undefined })
}

/** Moves an instance. @throws MoveError | BootError */
export function move(from: TestDatabase, to: TestDatabase, other?: Partial<MoveCommandOptions>): Promise<Moved> {
  return moveHost(optionsOf(from.url, to.url, other))
}

/** Tries a move. @throws MoveError | BootError */
export function planMove(from: TestDatabase, to: TestDatabase, other?: Partial<MoveCommandOptions>): Promise<Moved> {
  return planMoveHost(optionsOf(from.url, to.url, other))
}

/** Runs a statement past everything that the host does. */
export async function runOn({ url, adminUrl }: TestDatabase, sql: string): Promise<readonly unknown[]> {
  if (url.startsWith('postgres')) return await queryPostgres(new URL(adminUrl), sql)
  using database = new DatabaseSync(url, { timeout: 30_000 })
  prepareConnection(database)
  prepareWriter(database)
  return database.prepare(sql).all()
}

/** A statement that adds rows to a table without rules. */
export function manyRows(count: number): string {
  const columns = 'id, hour, plugin, org_id, calls, errors, time, queries, database_time, outbound_calls'
  return `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into host_usage (${columns}, outbound_errors, jobs, job_errors, job_time)
    select 'usg_' || n, n, 'notes', 'org_' || n, 1, 2, 3.5, 4, 5.25, 6, 7, 8, 9, 10 from numbers`
}
