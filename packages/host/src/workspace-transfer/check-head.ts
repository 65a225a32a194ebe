/** Whether the tables of a file fit those of a build, so that no row is lost or invented. */
import type { Column } from '@host/plugin'
import type { NeutralTable } from '../database/neutral/neutral-table.ts'
import type { FileHead } from './file/entries.ts'
import { TransferError } from './transfer-error.ts'
import type { TransferTables, TravelingTable } from './transfer-tables.ts'

/** A table of a file, with that of the build and the columns that the file has. */
export interface FileTable {
  readonly table: TravelingTable
  readonly columns: NeutralTable
}

/** Matches the tables of a file by their names, in the order of the build. @throws TransferError with every difference */
export function tablesOfFile(head: FileHead, { traveling }: TransferTables): ReadonlyMap<string, FileTable> {
  const byName = new Map(traveling.map((table) => [table.model.table, table]))
  const problems: string[] = []
  const found = new Map<string, FileTable>()
  for (const { table: name, columns } of head.tables) {
    const table = byName.get(name)
    if (table === undefined) problems.push(`The file has the table "${name}", which this build does not import.`)
    else problems.push(...differences(table, columns))
    if (found.has(name)) problems.push(`The file has the table "${name}" twice.`)
    if (table !== undefined) found.set(name, { table, columns: columnsOf(table, columns) })
  }
  if (problems.length === 0) return found
  const plugins = head.plugins.map(({ name, version }) => `${name} ${version}`).join(', ')
  throw new TransferError([
    ...problems,
    `The file was written by version ${head.version} with ${plugins}. Import it with that build.`,
  ])
}

function columnsOf({ columns: { name, columns, key } }: TravelingTable, names: readonly string[]): NeutralTable {
  const kinds = new Map(columns.map((column) => [column.name, column.kind]))
  return { name, key, columns: names.map((column) => ({ name: column, kind: kinds.get(column) ?? 'text' })) }
}

function differences({ model, columns }: TravelingTable, names: readonly string[]): readonly string[] {
  const known = new Set(columns.columns.map(({ name }) => name))
  const given = new Set(names)
  const unknown = names.filter((name) => !known.has(name))
  const missing = [...known].filter((name) => !given.has(name) && isRequired(model.columns[name]))
  return [
    ...unknown.map(
      (name) => `The table "${model.table}" has the column "${name}" in the file, which this build does not import.`,
    ),
    ...missing.map((name) => `The table "${model.table}" lacks the column "${name}" in the file.`),
    ...(given.size < names.length ? [`The table "${model.table}" has a column twice in the file.`] : []),
  ]
}

function isRequired(column: Column | undefined): boolean {
  return column !== undefined && (column.kind === 'id' || (!column.nullable && column.default === undefined))
}
