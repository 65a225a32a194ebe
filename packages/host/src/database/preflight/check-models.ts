/** Preflight of the models: facts in, sentences out. Nothing is opened, and every problem is found at once. */
import type { AnyModel, Model } from '@host/plugin'
import type { MigrationOwner } from '../migrate/explicit-migrations.ts'
import { checkColumns } from './check-columns.ts'
import { checkExport } from './check-export.ts'
import { checkLabel } from './check-label.ts'
import { checkMirror } from './check-mirror.ts'
import { checkReferences } from './check-references.ts'
import { checkSearch } from './check-search.ts'

/** The owner whose tables need no prefix. */
const hostName = 'host'

/** Tables reserved for migration, and the name in an upsert for the row that it could not insert. */
const reservedTables: ReadonlySet<string> = new Set(['host_columns', 'host_migrations', 'host_plugins', 'excluded'])

/**
 * Finds problems in the models of a build.
 * @returns one sentence per problem, each naming its plugins
 */
export function checkModels(owners: readonly MigrationOwner[]): readonly string[] {
  const owned = ownersOfTables(owners)
  const problems = [...owned].flatMap(([table, claims]) => checkClaims(table, claims))
  const tables = new Map([...owned].map(([table, [claim]]) => [table, claim?.model as Model]))
  for (const owner of owners) {
    problems.push(...checkMigrations(owner), ...checkTwice(owner))
    for (const model of owner.models) problems.push(...checkModel(owner.name, model, tables))
    problems.push(...checkAllReferences(owner))
  }
  return problems
}

interface Claim {
  readonly owner: string
  readonly model: Model
}

function ownersOfTables(owners: readonly MigrationOwner[]): ReadonlyMap<string, readonly Claim[]> {
  const claims = owners.flatMap(({ name, models }) =>
    models.filter((model): model is Model => model.kind === 'model').map((model) => ({ owner: name, model })),
  )
  return Map.groupBy(claims, ({ model }) => model.table)
}

function checkClaims(table: string, claims: readonly Claim[]): readonly string[] {
  if (claims.length < 2) return []
  const names = [...new Set(claims.map(({ owner }) => owner))]
  return names.length === 1
    ? [`${names.join()} declares two models for the table "${table}": keep one.`]
    : [`${names.join(' and ')} both declare the table "${table}": rename one model, or mirror the other one.`]
}

function checkTwice({ name, models }: MigrationOwner): readonly string[] {
  const mirrored = Map.groupBy(models, ({ table }) => table)
  return [...mirrored]
    .filter(([, both]) => both.some(({ kind }) => kind === 'mirror') && both.length > 1)
    .map(([table]) => `${name} mirrors the table "${table}" more than once, or in addition to its own model: keep one.`)
}

function checkAllReferences({ name, models }: MigrationOwner): readonly string[] {
  const own = models.filter((model): model is Model => model.kind === 'model')
  const byTable = new Map(own.map((model) => [model.table, model]))
  return own.flatMap((model) => checkReferences(name, model, byTable))
}

function checkModel(owner: string, model: AnyModel, tables: ReadonlyMap<string, Model>): readonly string[] {
  if (model.kind === 'mirror') return checkMirror(owner, model, tables)
  if (model.kind !== 'model') {
    return [`${owner}: its models contain a value that wasn't created with model() or mirror().`]
  }
  const columnProblems = checkColumns(owner, model, owner === hostName)
  return [
    ...checkName(owner, model.table),
    ...columnProblems,
    ...checkKeys(owner, model),
    ...checkSearch(owner, model),
    ...checkLabel(owner, model, owner === hostName),
    ...(columnProblems.length > 0 ? [] : checkExport(owner, model)),
  ]
}

function checkName(owner: string, table: string): readonly string[] {
  if (!isName(table)) return [`${owner}: the table "${table}" needs a snake_case name of at most 63 characters.`]
  if (reservedTables.has(table)) {
    return [`${owner}: the table "${table}" needs another name: this one is reserved for the data layer.`]
  }
  const prefix = owner.replaceAll('-', '_')
  if (owner === hostName || table === prefix || table.startsWith(`${prefix}_`)) return []
  return [`${owner}: the table "${table}" must start with "${prefix}_", so that no other plugin can declare it.`]
}

/** Whether both databases keep a name as it is. */
export function isName(name: string): boolean {
  return /^[a-z][a-z0-9_]{0,62}$/.test(name) && !/^(?:sqlite|pg)_/.test(name)
}

function checkKeys(owner: string, { table, columns, unique, index }: Model): readonly string[] {
  return [...unique, ...index].flatMap((key) => {
    if (key.length === 0) return [`${owner}: a key of "${table}" has no columns.`]
    return key
      .filter(
        (name) => !Object.hasOwn(columns, name) || columns[name]?.kind === 'json' || columns[name]?.kind === 'bytes',
      )
      .map((name) => `${owner}: a key of "${table}" names "${name}", which is not a column that can be indexed.`)
  })
}

function checkMigrations({ name, migrations = [] }: MigrationOwner): readonly string[] {
  const ids = migrations.map(({ id }) => id)
  const doubled = [...Map.groupBy(migrations, ({ id }) => id)]
    .filter(([id, entries]) => typeof id !== 'string' || id === '' || entries.length > 1)
    .map(([id]) => `${name}: the migration id "${id}" must be a unique string.`)
  const unordered = migrations
    .filter(({ safeAfter }, place) => safeAfter !== undefined && !ids.slice(0, place).includes(safeAfter))
    .map(
      ({ id, safeAfter }) =>
        `${name}: the migration "${id}" is safe after "${safeAfter}", so list that entry before it.`,
    )
  return [...doubled, ...unordered]
}
