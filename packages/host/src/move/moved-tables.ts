/** The tables of a move, by the models of the build. */
import { createHash } from 'node:crypto'
import type { ModelOwner } from '../database/catalog.ts'
import { neutralTable, type NeutralTable } from '../database/neutral/neutral-table.ts'
import { recordedPlugins, recordedPluginsSql } from '../database/migrate/recorded-plugins.ts'
import type { StoredSchema } from '../database/migrate/stored-schema.ts'
import { withSearchTables } from '../database/search/search-table.ts'
import { sourceMark, targetMark, type RunSql } from './move-marks.ts'

/** Processes that ran on the source do not run on the target, whose clock of leases is another. */
const leftBehind: ReadonlySet<string> = new Set(['host_nodes'])
/** Written by migrations, in each database for itself. */
const migrationRecords = ['host_columns', 'host_migrations', 'host_plugins']

/** The tables whose rows are moved. The words of searches are not: the target makes them from the rows. */
export function movedTables(owners: readonly ModelOwner[]): readonly NeutralTable[] {
  return owners
    .flatMap(({ models }) => models)
    .filter((model) => model.kind === 'model')
    .filter(({ table }) => !leftBehind.has(table))
    .map(neutralTable)
}

/** The tables and columns of a source that are not of the build. */
export interface UnknownParts {
  /** Tables: sentences that refuse the move. */
  readonly problems: readonly string[]
  /** Columns that earlier versions left; their values stay behind. */
  readonly notes: readonly string[]
}

/** Finds the parts of a source that would not be moved. */
export async function findUnknownParts(
  run: RunSql,
  owners: readonly ModelOwner[],
  { tables }: StoredSchema,
): Promise<UnknownParts> {
  const models = owners.flatMap((owner) => withSearchTables(owner).models).filter(({ kind }) => kind === 'model')
  const columns = new Map(models.map((model) => [model.table, new Set(Object.keys(model.columns))]))
  const known = new Set([...columns.keys(), ...migrationRecords, sourceMark, targetMark])
  const names = [...tables.keys()].filter((name) => !name.startsWith('sqlite_'))
  const unknown = names.filter((name) => !known.has(name))
  const recorded = unknown.length === 0 ? [] : recordedPlugins(await run(recordedPluginsSql))
  return {
    problems: unknown.map((name) => describeTable(name, recorded.find((each) => each.tables.includes(name))?.name)),
    notes: [...columns].flatMap(([table, own]) =>
      [...(tables.get(table)?.keys() ?? [])]
        .filter((name) => !own.has(name))
        .map((name) => `The column "${table}.${name}" is not in this version: its values are not moved.`),
    ),
  }
}

function describeTable(table: string, plugin: string | undefined): string {
  if (plugin === undefined || plugin === 'host') {
    return `The table "${table}" is not of this version. Move it out of the database, then try again.`
  }
  return `The table "${table}" belongs to the plugin "${plugin}", which is not in this build. Use a build with the plugin, or delete its data with "host data purge ${plugin}".`
}

/** The rows of a table. */
export interface TableFacts {
  readonly table: string
  readonly rows: number
  /** 64 hexadecimal digits, equal for equal rows on both databases, in any order. */
  readonly digest: string
}

/** Names the rows of a source: another name means other rows, tables or columns. @param instance the id of its keyring */
export function nameSource(instance: string, tables: readonly NeutralTable[], facts: readonly TableFacts[]): string {
  return createHash('sha256')
    .update(JSON.stringify([instance, tables, facts]))
    .digest('hex')
}
