import type { Model } from '@host/plugin'
import type { ModelOwner } from '../catalog.ts'
import { modelReferences, referredColumn, type ModelReference } from '../model-references.ts'
import { quote } from '../quote.ts'
import { createIndexFunction } from '../search/search-rules.ts'
import { fillStatements, searchedModel } from '../search/search-table.ts'
import { createWordsFunction } from '../search/words-function.ts'
import type { Dialect } from '../statement.ts'
import type { KnownTables } from './classify-statement.ts'
import type { PlannedChange } from './migrate.ts'
import type { RowCheck } from './plan-tables.ts'
import {
  endOwnedFunction,
  danglingRows,
  isOwnRule,
  wantedRules,
  type RuleFacts,
  type WantedRule,
} from './reference-rules.ts'
import { schemaName } from './schema-name.ts'
import type { StoredRule, StoredSchema } from './stored-schema.ts'

/** A change, and the trigger or foreign key that it makes or drops. */
export interface RuleChange extends PlannedChange {
  readonly rule?: string
}

export interface ReferencePlan {
  readonly changes: readonly RuleChange[]
  readonly checks: readonly RowCheck[]
}

const danger = 'refuses references that older processes may write'
const searchDanger = 'calls a function that older processes may not have'

/** Compares the triggers and foreign keys that the models ask for with the stored ones. */
export function planReferences(
  { dialect, before }: { readonly dialect: Dialect; readonly before: KnownTables },
  owners: readonly ModelOwner[],
  stored: StoredSchema,
): ReferencePlan {
  const plans = owners.map((owner) => new OwnerPlanner({ dialect, before, owner, stored }).plan())
  return { changes: plans.flatMap(({ changes }) => changes), checks: plans.flatMap(({ checks }) => checks) }
}

interface OwnerFacts {
  readonly dialect: Dialect
  readonly before: KnownTables
  readonly owner: ModelOwner
  readonly stored: StoredSchema
}

class OwnerPlanner {
  readonly #facts: OwnerFacts
  readonly #rules: RuleFacts
  readonly #stored: readonly StoredRule[]

  constructor(facts: OwnerFacts) {
    const { owner, dialect, stored } = facts
    const models = owner.models.filter((model): model is Model => model.kind === 'model')
    this.#facts = facts
    this.#rules = { dialect, owner: owner.name, models: new Map(models.map((model) => [model.table, model])) }
    this.#stored = stored.rules.filter(({ name, table }) => this.#rules.models.has(table) && isOwnRule(name))
  }

  plan(): ReferencePlan {
    const models = [...this.#rules.models.values()]
    const wanted = models.flatMap((model) => wantedRules(this.#rules, model))
    const known = new Set(this.#stored.map(({ name }) => name))
    const missing = wanted.filter(({ name }) => !known.has(name))
    const names = new Set(wanted.map(({ name }) => name))
    const stale = this.#stored.filter(({ name }) => !names.has(name))
    return {
      changes: [
        ...stale.map((rule) => this.#change(this.#dropSql(rule), { rule: rule.name })),
        ...this.#preparations(wanted, models),
        ...missing.map((rule) => this.#change(rule.sql, { rule: rule.name, danger: this.#danger(rule) })),
        ...this.#fills(missing, models),
      ],
      checks: models.flatMap(modelReferences).flatMap((reference) => this.#check(reference, missing)),
    }
  }

  /** What foreign keys and triggers of PostgreSQL stand on. */
  #preparations(wanted: readonly WantedRule[], models: readonly Model[]): readonly RuleChange[] {
    if (this.#facts.dialect === 'sqlite') return []
    const targets = new Set(models.flatMap(modelReferences).map(({ target }) => target))
    const keys = models.filter(({ table }) => targets.has(table)).flatMap((model) => this.#targetKey(model))
    const functions = { reference: [], owned: [endOwnedFunction], search: [createWordsFunction, createIndexFunction] }
    const kinds = new Set(wanted.map(({ kind }) => kind))
    const called = [...kinds].flatMap((kind) => functions[kind])
    return [...keys, ...called.filter((sql) => !this.#isStored(sql))].map((sql) => this.#change(sql, {}))
  }

  /** Whether the database has a function with this body: a better one for the same results takes the place of an older one. */
  #isStored(sql: string): boolean {
    const [head = '', body] = sql.split('$$')
    const name = /^create or replace function (\w+)\(/.exec(head)?.[1]
    return name !== undefined && body !== undefined && this.#facts.stored.functions.get(name) === body
  }

  /** Rows that were there before the triggers, whose creation keeps other writers out, are indexed again. */
  #fills(missing: readonly WantedRule[], models: readonly Model[]): readonly RuleChange[] {
    const tables = new Set(missing.flatMap(({ kind, table }) => (kind === 'search' ? [table] : [])))
    const filled = models.filter(({ table }) => tables.has(table) && this.#facts.stored.tables.has(table))
    return filled
      .flatMap((model) => searchedModel(model) ?? [])
      .flatMap((searched) => fillStatements(this.#facts.dialect, searched))
      .map((sql) => this.#change(sql, {}))
  }

  /** The unique key that a foreign key needs; the id is unique already, so no process can violate it. */
  #targetKey(model: Model): readonly string[] {
    const id = referredColumn(model)
    const name = schemaName([model.table, 'org_id', id], '.key')
    const isDeclared = model.unique.some(
      ([first, second, ...rest]) => first === 'org_id' && second === id && rest.length === 0,
    )
    if (isDeclared || this.#facts.stored.indexes.has(name)) return []
    return [`create unique index ${quote(name)} on ${quote(model.table)} ("org_id", ${quote(id)})`]
  }

  #dropSql({ name, table, kind }: StoredRule): string {
    if (kind === 'foreign key') return `alter table ${quote(table)} drop constraint ${quote(name)}`
    return `drop trigger ${quote(name)}${this.#facts.dialect === 'postgres' ? ` on ${quote(table)}` : ''}`
  }

  #check(reference: ModelReference, missing: readonly WantedRule[]): readonly RowCheck[] {
    const { table, column, target } = reference
    const { owner, stored } = this.#facts
    const isMissing = missing.some((rule) => rule.column.table === table && rule.column.name === column)
    if (!isMissing || this.#wasReference(table, column)) return []
    if (stored.tables.get(table)?.has(column) !== true || !stored.tables.has(target)) return []
    return [
      {
        owner: owner.name,
        sql: danglingRows(this.#rules, reference),
        problem: `${owner.name}: the column "${table}.${column}" refers to "${target}", but some rows name no row of their workspace there: correct them in a migration.`,
      },
    ]
  }

  /** New columns are unknown to older processes, and what ends twice has ended. */
  #danger({ column: { table, name }, kind }: WantedRule): string | undefined {
    if (kind === 'search' && this.#facts.dialect === 'sqlite' && this.#facts.before.has(table)) return searchDanger
    const isKnown = this.#facts.before.get(table)?.has(name) === true
    return kind === 'reference' && isKnown && !this.#wasReference(table, name) ? danger : undefined
  }

  /** Whether the column referred to rows before, with another effect of deleting them. */
  #wasReference(table: string, column: string): boolean {
    return this.#stored.some(({ name }) => name.startsWith(`${table}.${column}.`))
  }

  #change(
    sql: string,
    { rule, danger: found }: { readonly rule?: string; readonly danger?: string | undefined },
  ): RuleChange {
    return { owner: this.#facts.owner.name, sql, danger: found, ...(rule !== undefined && { rule }) }
  }
}
