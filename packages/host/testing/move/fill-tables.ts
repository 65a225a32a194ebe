/** Fills tables with any rows that their models allow, by SQL into a SQLite file that no host serves. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import fc from 'fast-check'
import type { Column, ColumnKind, Model } from '@host/plugin'
import { isWorkspaceTable } from '../../src/database/catalog.ts'
import { modelReferences, referringFirst } from '../../src/database/model-references.ts'
import { quote } from '../../src/database/quote.ts'
import { prepareConnection, prepareWriter } from '../../src/database/sqlite/prepared-statements.ts'

/** Every second row of a table is of the same workspace, so that references find one. */
const orgs = ['org_a', 'instance'] as const

const text = (max = 40): fc.Arbitrary<string> =>
  fc.string({ unit: 'binary', maxLength: Math.min(max, 40) }).map((value) => value.replaceAll('\0', '\t'))

/** Any JSON whose texts both databases take. */
const json = fc.jsonValue({ stringUnit: 'binary' }).map((value) => JSON.stringify(value).replaceAll('\\u0000', '\\n'))

const time = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((value) => value.toISOString())

/** Values of each kind as SQLite stores them. */
const kinds: Readonly<Record<ColumnKind, (column: Column) => fc.Arbitrary<SQLInputValue>>> = {
  id: ({ prefix = 'id' }) => fc.uuid().map((value) => `${prefix}_${value}`),
  org: () => fc.constantFrom(...orgs),
  text: ({ max }) => text(max),
  integer: () => fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  real: () => fc.double({ noNaN: true, noDefaultInfinity: true }),
  boolean: () => fc.constantFrom(0, 1),
  json: () => json,
  time: () => time,
  bytes: () => fc.uint8Array({ maxLength: 60 }),
}

type Row = Readonly<Record<string, SQLInputValue>>

/** An arbitrary for the rows of a table, but for its references. */
function rowsOf({ columns }: Model, count: number): fc.Arbitrary<readonly Row[]> {
  const values = Object.entries(columns).map(([name, column]) => {
    const value = kinds[column.kind](column)
    return [name, column.nullable ? fc.option(value, { freq: 4 }) : value] as const
  })
  const row: fc.Arbitrary<Row> = fc.record(Object.fromEntries(values), { noNullPrototype: true })
  return fc.array(row, { minLength: count, maxLength: count })
}

/** Rows for each of the models, by table. @param count of a table, where its unique keys allow as many */
export function anyRows(
  models: readonly Model[],
  count: number,
): fc.Arbitrary<Readonly<Record<string, readonly Row[]>>> {
  return fc.record(Object.fromEntries(models.map((model) => [model.table, rowsOf(model, count)])), {
    noNullPrototype: true,
  })
}

/** Inserts rows whose references lead to rows of the same workspace. @returns tables without a row */
export function fillTables(
  path: string,
  models: readonly Model[],
  rows: Readonly<Record<string, readonly Row[]>>,
): readonly string[] {
  using database = new DatabaseSync(path)
  prepareConnection(database)
  prepareWriter(database)
  database.exec('begin')
  const targetsFirst = referringFirst(models.map((model) => ({ model }))).toReversed()
  for (const { model } of targetsFirst) {
    for (const [at, row] of (rows[model.table] ?? []).entries()) {
      const org = orgs[at % orgs.length] ?? ''
      insert(database, model, refer(database, model, { ...row, ...(isWorkspaceTable(model) && { org_id: org }) }))
    }
  }
  database.exec('commit')
  return models.map(({ table }) => table).filter((table) => isEmpty(database, table))
}

function isEmpty(database: DatabaseSync, table: string): boolean {
  return database.prepare(`select 1 from ${quote(table)} limit 1`).get() === undefined
}

/** The row with its references set to rows of its workspace, or to none. */
function refer(database: DatabaseSync, model: Model, row: Row): Row {
  const referred: Record<string, SQLInputValue> = { ...row }
  for (const { column, target } of modelReferences(model)) {
    const find = `select id from ${quote(target)} where org_id = ? order by random() limit 1`
    referred[column] = database.prepare(find).get(row['org_id'] ?? null)?.['id'] ?? null
  }
  return referred
}

/** Errors of SQLite for a row that a key has no room for, or that refers to nothing. */
const refusals: ReadonlySet<number | undefined> = new Set([1299, 1555, 2067])

/** Leaves a row out that a key of the table does not allow. */
function insert(database: DatabaseSync, { table }: Model, row: Row): void {
  const names = Object.keys(row)
  const sql = `insert into ${quote(table)} (${names.map(quote).join(', ')}) values (${names.map(() => '?').join(', ')})`
  try {
    database.prepare(sql).run(...Object.values(row))
  } catch (error) {
    if (!refusals.has((error as { readonly errcode?: number }).errcode)) throw error
  }
}
