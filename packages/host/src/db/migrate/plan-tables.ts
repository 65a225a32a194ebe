/**
 * What additive migration does: it creates tables, columns and indexes and loosens `not null`. It never drops,
 * rewrites or narrows; where a model asks for that, it says which column stands in the way.
 */
import type { AnyModel, Column, Model } from '@host/plugin'
import type { Dialect } from '../statement.ts'
import type { ModelOwner } from '../catalog.ts'
import type { StoredColumn, StoredSchema } from './stored-schema.ts'
import { quote } from '../quote.ts'
import { columnSql, storedType } from './column-sql.ts'
import { wantedIndexes } from './index-sql.ts'

/** A statement, and the column that must hold no null before it runs. */
export interface PlannedStatement {
  readonly sql: string
  readonly withoutNulls?: { readonly owner: string; readonly table: string; readonly column: string }
}

export interface TablePlan {
  readonly statements: readonly PlannedStatement[]
  /** Sentences that refuse the start. */
  readonly problems: readonly string[]
}

/** Compares the models with what is stored. */
export function planTables(dialect: Dialect, owners: readonly ModelOwner[], stored: StoredSchema): TablePlan {
  const plan = { statements: [] as PlannedStatement[], problems: [] as string[] }
  for (const owner of owners) {
    for (const model of owner.models) {
      if (isOwned(model)) new TablePlanner({ dialect, owner: owner.name, model, stored }, plan).plan()
    }
  }
  return plan
}

function isOwned(model: AnyModel): model is Model {
  return model.kind === 'model'
}

interface TableFacts {
  readonly dialect: Dialect
  readonly owner: string
  readonly model: Model
  readonly stored: StoredSchema
}

class TablePlanner {
  readonly #facts: TableFacts
  readonly #statements: PlannedStatement[]
  readonly #problems: string[]

  constructor(facts: TableFacts, plan: { statements: PlannedStatement[]; problems: string[] }) {
    this.#facts = facts
    this.#statements = plan.statements
    this.#problems = plan.problems
  }

  plan(): void {
    const { dialect, model, stored } = this.#facts
    const columns = stored.tables.get(model.table)
    if (columns === undefined) this.#createTable()
    else this.#changeTable(columns)
    for (const { name, sql } of wantedIndexes(dialect, model)) {
      if (!stored.indexes.has(name)) this.#statements.push({ sql })
    }
  }

  #createTable(): void {
    const { dialect, model } = this.#facts
    const columns = Object.entries(model.columns).map(([name, column]) => columnSql(dialect, name, column))
    this.#statements.push({ sql: `create table ${quote(model.table)} (${columns.join(', ')})` })
  }

  #changeTable(columns: ReadonlyMap<string, StoredColumn>): void {
    for (const [name, column] of Object.entries(this.#facts.model.columns)) {
      const stored = columns.get(name)
      if (stored === undefined) this.#addColumn(name, column)
      else this.#compareColumn(name, column, stored)
    }
    for (const [name, stored] of columns) {
      if (!Object.hasOwn(this.#facts.model.columns, name)) this.#releaseColumn(name, stored)
    }
  }

  #addColumn(name: string, column: Column): void {
    const { dialect, model } = this.#facts
    if (column.kind === 'id' || (!column.nullable && column.default === undefined)) {
      this.#refuse(name, 'is new and required: give it a default, make it nullable, or add a migration')
    } else {
      this.#statements.push({ sql: `alter table ${quote(model.table)} add column ${columnSql(dialect, name, column)}` })
    }
  }

  #compareColumn(name: string, column: Column, stored: StoredColumn): void {
    const type = storedType(this.#facts.dialect, column)
    if (stored.type !== type) {
      return this.#refuse(name, `is ${type} in the model and ${stored.type} in the database: add a migration`)
    }
    if (column.max !== undefined && (stored.max === undefined || column.max < stored.max)) {
      const before = stored.max === undefined ? 'of any length' : `up to ${stored.max} characters`
      this.#refuse(
        name,
        `allows ${column.max} characters but holds texts ${before}: keep the length, or add a migration`,
      )
    }
    if (stored.isPrimaryKey !== (column.kind === 'id')) {
      return this.#refuse(name, 'became, or is no longer, the primary key: add a migration')
    }
    if (column.nullable && stored.isRequired) this.#alterColumn(name, 'drop not null')
    if (!column.nullable && !stored.isRequired) this.#alterColumn(name, 'set not null')
  }

  /** A column that left the model stays with its values; inserts that know nothing of it go on. */
  #releaseColumn(name: string, stored: StoredColumn): void {
    if (stored.isPrimaryKey) return this.#refuse(name, 'left the model but is the primary key: add a migration')
    if (stored.isRequired && !stored.hasDefault) this.#alterColumn(name, 'drop not null')
  }

  #alterColumn(name: string, change: 'drop not null' | 'set not null'): void {
    const { owner, model } = this.#facts
    const sql = `alter table ${quote(model.table)} alter column ${quote(name)} ${change}`
    this.#statements.push(
      change === 'drop not null' ? { sql } : { sql, withoutNulls: { owner, table: model.table, column: name } },
    )
  }

  #refuse(name: string, reason: string): void {
    const { owner, model } = this.#facts
    this.#problems.push(`${owner}: the column "${model.table}.${name}" ${reason}.`)
  }
}
