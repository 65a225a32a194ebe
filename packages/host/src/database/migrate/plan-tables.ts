/**
 * Additive migration: it creates tables, columns and indexes and loosens `not null`. It never drops, rewrites or
 * narrows; where a model requires that, it names the column.
 */
import type { AnyModel, Column, Model } from '@host/plugin'
import type { Dialect } from '../statement.ts'
import type { ModelOwner } from '../catalog.ts'
import { modelReferences } from '../model-references.ts'
import type { StoredColumn, StoredSchema } from './stored-schema.ts'
import { quote } from '../quote.ts'
import { columnSql, storedType } from './column-sql.ts'
import { wantedIndexes } from './index-sql.ts'

export interface PlannedStatement {
  readonly owner: string
  readonly sql: string
  /** Whether older processes survive it for a reason that the statement does not show. */
  readonly isSafe?: boolean
}

/** A condition that the stored rows must meet before anything is changed. */
export interface RowCheck {
  readonly owner: string
  /** Finds a row that does not. */
  readonly sql: string
  readonly problem: string
  /** Refuses without looking, unless an explicit entry of the owner has just run. */
  readonly problemUnlessMigrated?: string
}

export interface TablePlan {
  readonly statements: readonly PlannedStatement[]
  readonly checks: readonly RowCheck[]
  /** Sentences that refuse the start. */
  readonly problems: readonly string[]
}

/** Compares the models with the stored schema. */
export function planTables(dialect: Dialect, owners: readonly ModelOwner[], stored: StoredSchema): TablePlan {
  const plan: TablePlanDraft = { statements: [], checks: [], problems: [] }
  for (const owner of owners) {
    const models = owner.models.filter(isOwned)
    const targets = new Set(models.flatMap(modelReferences).map(({ target }) => target))
    for (const model of models) {
      const isTarget = targets.has(model.table)
      new TablePlanner({ dialect, owner: owner.name, model, isTarget, stored }, plan).plan()
    }
  }
  return plan
}

interface TablePlanDraft {
  readonly statements: PlannedStatement[]
  readonly checks: RowCheck[]
  readonly problems: string[]
}

function isOwned(model: AnyModel): model is Model {
  return model.kind === 'model'
}

interface TableFacts {
  readonly dialect: Dialect
  readonly owner: string
  readonly model: Model
  /** Whether references lead to its rows. */
  readonly isTarget: boolean
  readonly stored: StoredSchema
}

class TablePlanner {
  readonly #facts: TableFacts
  readonly #plan: TablePlanDraft

  constructor(facts: TableFacts, plan: TablePlanDraft) {
    this.#facts = facts
    this.#plan = plan
  }

  plan(): void {
    const { dialect, model, isTarget, stored } = this.#facts
    const columns = stored.tables.get(model.table)
    if (columns === undefined) this.#createTable()
    else this.#changeTable(columns)
    for (const index of wantedIndexes(dialect, model, isTarget)) {
      if (stored.indexes.has(index.name)) continue
      const isSafe = index.columns.some((key) => this.#isLeftNull(key, columns))
      this.#change(index.sql, isSafe)
    }
  }

  /** Whether older processes leave a column null, so that none of their rows violates a unique key over it. */
  #isLeftNull(name: string, stored: ReadonlyMap<string, StoredColumn> | undefined): boolean {
    const column = this.#facts.model.columns[name]
    return stored?.has(name) === false && column?.nullable === true && column.default === undefined
  }

  #createTable(): void {
    const { dialect, model } = this.#facts
    const columns = Object.entries(model.columns).map(([name, column]) => columnSql(dialect, name, column))
    this.#change(`create table ${quote(model.table)} (${columns.join(', ')})`)
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
      this.#change(`alter table ${quote(model.table)} add column ${columnSql(dialect, name, column)}`)
    }
  }

  #compareColumn(name: string, column: Column, stored: StoredColumn): void {
    const type = storedType(this.#facts.dialect, column)
    if (stored.type !== type) {
      return this.#refuse(name, `is ${type} in the model and ${stored.type} in the database: add a migration`)
    }
    if (column.max !== undefined && (stored.max === undefined || column.max < stored.max)) {
      this.#shortenColumn(name, column.max, stored.max)
    }
    if (stored.isPrimaryKey !== (column.kind === 'id')) {
      return this.#refuse(name, 'became the primary key or stopped being it: add a migration')
    }
    if (column.nullable && stored.isRequired) this.#alterColumn(name, 'drop not null')
    if (!column.nullable && !stored.isRequired) this.#requireColumn(name)
  }

  #requireColumn(name: string): void {
    const { owner, model } = this.#facts
    this.#plan.checks.push({
      owner,
      sql: `select 1 from ${quote(model.table)} where ${quote(name)} is null limit 1`,
      problem: this.#sentence(name, 'is now required, but some rows are null: fill them in a migration'),
    })
    this.#alterColumn(name, 'set not null')
  }

  #shortenColumn(name: string, max: number, before: number | undefined): void {
    const { owner, model } = this.#facts
    const texts = before === undefined ? 'of any length' : `up to ${before} characters`
    this.#plan.checks.push({
      owner,
      sql: `select 1 from ${quote(model.table)} where length(${quote(name)}) > ${max} limit 1`,
      problem: this.#sentence(
        name,
        `allows ${max} characters, but some rows are longer: shorten them in the migration`,
      ),
      problemUnlessMigrated: this.#sentence(
        name,
        `allows ${max} characters but stores text ${texts}: keep the length, or add a migration that shortens it`,
      ),
    })
  }

  /** A column that left the model stays with its values; inserts without it keep working. */
  #releaseColumn(name: string, stored: StoredColumn): void {
    if (name === 'org_id') {
      return this.#refuse(
        name,
        'was removed from the model, so every workspace could read all rows: keep it, or add a migration',
      )
    }
    if (stored.isPrimaryKey) {
      return this.#refuse(name, 'was removed from the model but is the primary key: add a migration')
    }
    if (stored.isRequired && !stored.hasDefault) this.#alterColumn(name, 'drop not null')
  }

  #alterColumn(name: string, change: 'drop not null' | 'set not null'): void {
    this.#change(`alter table ${quote(this.#facts.model.table)} alter column ${quote(name)} ${change}`)
  }

  #change(sql: string, isSafe = false): void {
    this.#plan.statements.push({ owner: this.#facts.owner, sql, isSafe })
  }

  #refuse(name: string, reason: string): void {
    this.#plan.problems.push(this.#sentence(name, reason))
  }

  #sentence(name: string, reason: string): string {
    const { owner, model } = this.#facts
    return `${owner}: the column "${model.table}.${name}" ${reason}.`
  }
}
