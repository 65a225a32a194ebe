/**
 * The words of rows with a searchable column, in a table beside theirs: one row for each word, ordered by workspace and
 * word, so that a search reads the words of its own workspace alone. Triggers write it in the transaction that changes the
 * row, for every write alike.
 */
import { column, type Model } from '@host/plugin'
import { isWorkspaceTable, type ModelOwner } from '../catalog.ts'
import { idColumn } from '../model-keys.ts'
import { quote } from '../quote.ts'
import type { Dialect } from '../statement.ts'
import { wordsFunction } from './words-function.ts'

/** The texts of a model that are searched. */
export interface SearchedModel {
  readonly table: string
  readonly id: string
  readonly columns: readonly string[]
}

/** Undefined for a model without a searchable column. */
export function searchedModel(model: Model): SearchedModel | undefined {
  const columns = Object.entries(model.columns).flatMap(([name, { search }]) => (search === true ? [name] : []))
  const id = idColumn(model)
  if (columns.length === 0 || id === undefined || !isWorkspaceTable(model)) return undefined
  return { table: model.table, id, columns }
}

/** The point, which no table of a plugin has, keeps it from their names. */
export function searchTable(table: string): string {
  return `${table}.search`
}

/** The owner with the tables of its searches. */
export function withSearchTables<Owner extends ModelOwner>(owner: Owner): Owner {
  const tables = owner.models.flatMap((model) =>
    model.kind === 'model' && searchedModel(model) !== undefined ? [tableOf(model)] : [],
  )
  return tables.length === 0 ? owner : { ...owner, models: [...owner.models, ...tables] }
}

function tableOf({ table }: Model): Model {
  return {
    kind: 'model',
    table: searchTable(table),
    columns: { org_id: column.org(), word: column.text(), row_id: column.text() },
    unique: [['org_id', 'word', 'row_id']],
    index: [['org_id', 'row_id']],
    label: [],
  }
}

/** Statements for the words of one row. */
export interface WordStatements {
  readonly remove: string
  readonly insert: string
}

/** @param row how the statements name the row: `old` and `new`, or expressions of one */
export function wordStatements(
  dialect: Dialect,
  { table, id, columns }: SearchedModel,
  row: (name: string) => { readonly former: string; readonly present: string },
): WordStatements {
  const name = quote(searchTable(table))
  const texts = columns.map((each) => row(each).present)
  const [org, key] = [row('org_id'), row(id)]
  const words = dialect === 'sqlite' ? `json_each(${wordsFunction}(${texts.join(', ')}))` : pgWords(texts)
  const word = dialect === 'sqlite' ? 'value' : 'word'
  return {
    remove: `delete from ${name} where "org_id" = ${org.former} and "row_id" = ${key.former}`,
    insert: `insert into ${name} ("org_id", "word", "row_id") select ${org.present}, ${word}, ${key.present} from ${words}`,
  }
}

/** The words of every row, from nothing. */
export function fillStatements(dialect: Dialect, searched: SearchedModel): readonly string[] {
  const { table, id, columns } = searched
  const name = quote(searchTable(table))
  const texts = columns.map((each) => `r.${quote(each)}`)
  const words = dialect === 'sqlite' ? `json_each(${wordsFunction}(${texts.join(', ')}))` : `lateral ${pgWords(texts)}`
  const word = dialect === 'sqlite' ? 'value' : 'word'
  return [
    `delete from ${name}`,
    `insert into ${name} ("org_id", "word", "row_id") select r."org_id", ${word}, r.${quote(id)} from ${quote(table)} as r, ${words}`,
  ]
}

function pgWords(texts: readonly string[]): string {
  return `${wordsFunction}(concat_ws(e'\\n', ${texts.join(', ')})) as word`
}
