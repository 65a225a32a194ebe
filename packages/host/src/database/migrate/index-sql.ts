import type { Model } from '@host/plugin'
import type { Dialect } from '../statement.ts'
import { referredColumn } from '../model-references.ts'
import { modelKeys, type ModelKey } from '../model-keys.ts'
import { quote } from '../quote.ts'
import { schemaName } from './schema-name.ts'

/** An index that a model asks for. */
export interface WantedIndex {
  readonly name: string
  /** Made when it is read: most indexes are there. */
  readonly sql: string
  readonly columns: readonly string[]
}

/**
 * The indexes of a model; a workspace table has one that begins with `org_id`, asked for or not. In PostgreSQL a table
 * that references lead to has a unique index for its foreign keys, which serves for one over the same columns.
 */
export function wantedIndexes(dialect: Dialect, model: Model, isTarget = false): readonly WantedIndex[] {
  const [first, second] = ['org_id', isTarget ? referredColumn(model) : undefined]
  const isTargetKey = ({ columns, isUnique }: ModelKey): boolean =>
    dialect === 'postgres' &&
    isTarget &&
    !isUnique &&
    columns.length === 2 &&
    columns[0] === first &&
    columns[1] === second
  return modelKeys(model)
    .filter((key) => !isTargetKey(key))
    .map((key) => indexOf({ dialect, model, ...key }))
}

interface IndexFacts extends ModelKey {
  readonly dialect: Dialect
  readonly model: Model
}

function indexOf({ dialect, model, columns, isUnique }: IndexFacts): WantedIndex {
  const name = schemaName([model.table, ...columns], isUnique ? '.key' : '.idx')
  return {
    name,
    columns,
    get sql() {
      const parts = columns.map((column) => {
        const sortsNulls = dialect === 'postgres' && model.columns[column]?.nullable === true
        return `${quote(column)}${sortsNulls ? ' nulls first' : ''}`
      })
      return `create ${isUnique ? 'unique ' : ''}index ${quote(name)} on ${quote(model.table)} (${parts.join(', ')})`
    },
  }
}
