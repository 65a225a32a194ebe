/**
 * Decides whether processes that started before a migration survive one of its statements. Only statements that are known
 * to be harmless are safe; a table or column that was not there before the migration is unknown to those processes, so
 * anything may happen to it.
 */
import { readSqlTokens } from './sql-tokens.ts'
import { StatementReader } from './statement-reader.ts'
import type { StoredSchema } from './stored-schema.ts'

/** Effect of a statement on processes that started before it. */
export interface StatementEffect {
  /** `read` changes nothing, `rows` changes no table or index. */
  readonly changes: 'nothing' | 'rows' | 'schema'
  /** The end of a sentence about the statement; undefined when it is safe beside older processes. */
  readonly danger: string | undefined
}

/** The tables before the migration, with their columns, all in lower case. */
export type KnownTables = ReadonlyMap<string, ReadonlySet<string>>

/** The tables and columns that processes know which started before now. */
export function knownTables({ tables }: Pick<StoredSchema, 'tables'>): KnownTables {
  const known = [...tables].map(([table, columns]) => {
    const names = [...columns.keys()].map((name) => name.toLowerCase())
    return [table.toLowerCase(), new Set(names)] as const
  })
  return new Map(known)
}

const dangers = {
  rename: 'renames a table or column that older processes use',
  drop: 'drops a table, column or index that older processes use',
  type: 'changes the type of a column that older processes use',
  required: "requires a value that older processes don't write",
  unique: 'adds a unique index that older processes may violate',
  rows: 'changes rows that older processes use',
  hidden: 'hides rows from processes that run without row-level security',
  unknown: 'is not known to be safe while older processes run',
} as const
type Danger = keyof typeof dangers

/** @param before the tables that older processes know */
export function classifyStatement(sql: string, before: KnownTables): StatementEffect {
  const tokens = readSqlTokens(sql)
  if (tokens === undefined) return { changes: 'schema', danger: dangers.unknown }
  const statement = new StatementReader(tokens)
  for (const [words, { changes, judge }] of forms) {
    if (!statement.take(words)) continue
    const danger = judge(statement, before)
    return { changes, danger: danger === undefined ? undefined : dangers[danger] }
  }
  return { changes: 'schema', danger: dangers.unknown }
}

type Judge = (statement: StatementReader, before: KnownTables) => Danger | undefined

/** The forms of statements, by their first words. */
const forms: readonly (readonly [words: string, form: { changes: StatementEffect['changes']; judge: Judge }])[] = [
  ['select', { changes: 'nothing', judge: judgeSelect }],
  ['with', { changes: 'rows', judge: () => 'unknown' }],
  ['insert into', { changes: 'rows', judge: judgeRows }],
  ['delete from', { changes: 'rows', judge: judgeRows }],
  ['update', { changes: 'rows', judge: judgeUpdate }],
  ['create table', { changes: 'schema', judge: () => undefined }],
  ['create unique index', { changes: 'schema', judge: judgeUnique }],
  ['create index', { changes: 'schema', judge: () => undefined }],
  ['create policy', { changes: 'schema', judge: () => undefined }],
  ['alter table', { changes: 'schema', judge: judgeAlter }],
  ['drop table', { changes: 'schema', judge: judgeDropTable }],
  ['drop', { changes: 'schema', judge: () => 'drop' }],
]

function judgeSelect(statement: StatementReader): Danger | undefined {
  return statement.has('into') ? 'unknown' : undefined
}

function judgeRows(statement: StatementReader, before: KnownTables): Danger | undefined {
  return isNew(statement.takeName(), before) ? undefined : 'rows'
}

const afterColumn: ReadonlySet<string> = new Set([',', 'where', 'from', 'returning'])

/** Rows may be changed in columns that older processes do not know, such as to fill a new one. */
function judgeUpdate(statement: StatementReader, before: KnownTables): Danger | undefined {
  const table = statement.takeName()
  if (table === undefined || !statement.take('set')) return 'unknown'
  if (isNew(table, before)) return undefined
  do {
    const column = statement.takeName()
    if (column === undefined || !statement.takeSign('=')) return 'unknown'
    if (before.get(table)?.has(column) === true) return 'rows'
  } while (statement.skipTo(afterColumn) === ',')
  return undefined
}

function judgeUnique(statement: StatementReader, before: KnownTables): Danger | undefined {
  statement.take('if not exists')
  statement.takeName()
  return statement.take('on') && isNew(statement.takeName(), before) ? undefined : 'unique'
}

function judgeDropTable(statement: StatementReader, before: KnownTables): Danger | undefined {
  statement.take('if exists')
  return isNew(statement.takeName(), before) && statement.isAtEnd ? undefined : 'drop'
}

function judgeAlter(statement: StatementReader, before: KnownTables): Danger | undefined {
  statement.take('if exists')
  statement.take('only')
  const table = statement.takeName()
  if (table === undefined) return 'unknown'
  const columns = before.get(table)
  if (columns === undefined) return undefined
  const danger = judgeAction(statement, columns)
  return statement.skipTo(new Set([','])) === ',' ? 'unknown' : danger
}

function judgeAction(statement: StatementReader, columns: ReadonlySet<string>): Danger | undefined {
  if (statement.take('rename')) return judgeRename(statement, columns)
  if (statement.take('add')) return judgeAdd(statement)
  if (statement.take('alter')) return judgeAlterColumn(statement, columns)
  if (statement.take('drop')) return judgeDropColumn(statement, columns)
  if (statement.take('enable row level security') || statement.take('force row level security')) return 'hidden'
  if (statement.take('disable row level security') || statement.take('no force row level security')) return undefined
  return 'unknown'
}

function judgeRename(statement: StatementReader, columns: ReadonlySet<string>): Danger | undefined {
  statement.take('column')
  return isUnknown(statement.takeName(), columns) ? undefined : 'rename'
}

/** Properties of an added column that affect inserts of older processes, which leave it out. */
const addedDangers: readonly (readonly [words: string, danger: Danger])[] = [
  ['unique', 'unique'],
  ['primary key', 'unknown'],
  ['references', 'unknown'],
  ['check', 'unknown'],
  ['generated', 'unknown'],
]

function judgeAdd(statement: StatementReader): Danger | undefined {
  statement.take('column')
  statement.take('if not exists')
  if (statement.takeName() === undefined) return statement.take('unique') ? 'unique' : 'unknown'
  const found = addedDangers.find(([words]) => statement.has(words))
  if (found !== undefined) return found[1]
  return statement.has('not null') && !statement.has('default') ? 'required' : undefined
}

function judgeAlterColumn(statement: StatementReader, columns: ReadonlySet<string>): Danger | undefined {
  statement.take('column')
  const column = statement.takeName()
  if (column === undefined) return 'unknown'
  if (!columns.has(column) || statement.take('drop not null') || statement.take('set default')) return undefined
  if (statement.take('set not null')) return 'required'
  return statement.take('type') || statement.take('set data type') ? 'type' : 'unknown'
}

function judgeDropColumn(statement: StatementReader, columns: ReadonlySet<string>): Danger | undefined {
  statement.take('column')
  statement.take('if exists')
  return isUnknown(statement.takeName(), columns) && statement.isAtEnd ? undefined : 'drop'
}

function isUnknown(column: string | undefined, columns: ReadonlySet<string>): boolean {
  return column !== undefined && !columns.has(column)
}

function isNew(table: string | undefined, before: KnownTables): boolean {
  return table !== undefined && !before.has(table)
}
