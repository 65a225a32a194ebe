import type { FunctionNode, OperationNode, ValueNode } from 'kysely'
import type { TableAccess } from '../catalog.ts'
import type { Compilation } from './compilation.ts'
import { quote } from '../quote.ts'
import { emitCount } from './order.ts'
import { searchTable } from '../search/search-table.ts'
import { searchedWords } from '../search/search-words.ts'
import { knownColumnOf } from './value.ts'

/** Behind every character, so that a range has all words that begin alike. */
const last = '\u{10ffff}'

/** The function `search` of the contract: the rows that have a word of each beginning. */
export function emitSearch({ arguments: [id, text] }: FunctionNode, out: Compilation): void {
  const value = text?.kind === 'ValueNode' ? (text as ValueNode).value : undefined
  const searched = searchedTable(id, out)
  if (searched === undefined || typeof value !== 'string') {
    throw out.refuse(`"search" takes the id of a table with a column "search: true", and a text`)
  }
  const words = searchedWords(value)
  if (words.length === 0) {
    out.sql += 'false'
    return
  }
  const table = quote(searchTable(searched.name))
  // Of several words, the rows of one word are not those of all.
  const limit = words.length === 1 ? out.searchLimit : undefined
  out.sql += '('
  words.forEach((word, place) => {
    if (place > 0) out.sql += ' and '
    out.emit(id as OperationNode)
    out.sql += ` in (select ${limit === undefined ? '' : 'distinct '}"row_id" from ${table} where `
    emitWorkspace(out)
    out.sql += '"word" >= '
    out.bind(word)
    out.sql += ' and "word" < '
    out.bind(word + last)
    if (limit !== undefined) {
      emitCount(' limit ', limit, out)
    }
    out.sql += ')'
  })
  out.sql += ')'
}

/** The table that an id is of; undefined unless it is searched. A mirror is not: its owner decides who may search. */
function searchedTable(id: OperationNode | undefined, out: Compilation): TableAccess | undefined {
  const known = id === undefined ? undefined : knownColumnOf(id, out)
  if (known?.column.kind !== 'id' || !known.table.writable) return undefined
  return [...known.table.columns.values()].some((column) => column.search === true) ? known.table : undefined
}

function emitWorkspace(out: Compilation): void {
  const { orgId } = out.binding
  if (orgId === undefined) return
  out.sql += '"org_id" = '
  out.bind(orgId)
  out.sql += ' and '
}
