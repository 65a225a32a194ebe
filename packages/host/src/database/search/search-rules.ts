/** Triggers that index the words of a row in the transaction that writes it. */
import type { Model } from '@host/plugin'
import { quote, quoteText } from '../quote.ts'
import type { Dialect } from '../statement.ts'
import { searchedModel, wordStatements, type SearchedModel } from './search-table.ts'

/** A trigger without its name: the table that it is part of, and the statement behind the name. */
export interface SearchTrigger {
  readonly on: 'insert' | 'update' | 'delete' | 'change'
  readonly column: string
  readonly behind: string
}

/** The triggers of a model; none without a searchable column. */
export function searchTriggers(dialect: Dialect, model: Model): readonly SearchTrigger[] {
  const searched = searchedModel(model)
  if (searched === undefined) return []
  return dialect === 'sqlite' ? sqliteTriggers(searched) : [postgresTrigger(searched)]
}

function sqliteTriggers(searched: SearchedModel): readonly SearchTrigger[] {
  const { table, id, columns } = searched
  const own = quote(table)
  const { remove, insert } = wordStatements('sqlite', searched, (name) => ({
    former: `old.${quote(name)}`,
    present: `new.${quote(name)}`,
  }))
  const watched = [...columns, id, 'org_id'].map(quote).join(', ')
  const [column = id] = columns
  return [
    { on: 'insert', column, behind: `after insert on ${own} begin ${insert}; end` },
    { on: 'update', column, behind: `after update of ${watched} on ${own} begin ${remove}; ${insert}; end` },
    { on: 'delete', column, behind: `after delete on ${own} begin ${remove}; end` },
  ]
}

/** The function of the trigger on PostgreSQL, which runs the statements that it is given. */
export const indexFunction = 'host_index_words_1'

export const createIndexFunction = `create or replace function ${indexFunction}() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then execute tg_argv[0] using old; end if;
  if tg_op <> 'DELETE' then execute tg_argv[1] using new; end if;
  return null;
end $$`

function postgresTrigger(searched: SearchedModel): SearchTrigger {
  const { table, id, columns } = searched
  const { remove, insert } = wordStatements('postgres', searched, (name) => {
    const value = `($1).${quote(name)}`
    return { former: value, present: value }
  })
  const watched = [...columns, id, 'org_id'].map(quote).join(', ')
  const given = [remove, insert].map(quoteText).join(', ')
  const [column = id] = columns
  return {
    on: 'change',
    column,
    behind: `after insert or delete or update of ${watched} on ${quote(table)} for each row execute function ${indexFunction}(${given})`,
  }
}
