/**
 * Triggers and foreign keys by which the database itself keeps references valid and ends blobs and jobs with their rows, for
 * every write alike. PostgreSQL has foreign keys over the workspace and the id, which are safe among concurrent
 * transactions. SQLite can't add one to a table; its one writer makes triggers as safe. Their errors become Problems in
 * `reference-error.ts`.
 */
import { hash } from 'node:crypto'
import type { Model, Owned } from '@host/plugin'
import type { Dialect } from '../statement.ts'
import {
  modelReferences,
  owningColumns,
  referredColumn,
  type ModelReference,
  type OwningColumn,
} from '../model-references.ts'
import { quote, quoteText } from '../quote.ts'
import { brokenReference, rowInUse } from '../reference-error.ts'
import { searchTriggers } from '../search/search-rules.ts'
import { schemaName } from './schema-name.ts'

/** A trigger or a foreign key that a model asks for. */
export interface WantedRule {
  readonly name: string
  /** The table that it is part of. */
  readonly table: string
  readonly kind: 'reference' | 'owned' | 'search'
  /** The column whose values it is about. */
  readonly column: { readonly table: string; readonly name: string }
  readonly sql: string
}

/** Which plugin declares the models, and the models by their tables. */
export interface RuleFacts {
  readonly dialect: Dialect
  readonly owner: string
  readonly models: ReadonlyMap<string, Model>
}

/** The rules of a model. */
export function wantedRules(facts: RuleFacts, model: Model): readonly WantedRule[] {
  const ofReference = facts.dialect === 'sqlite' ? referenceTriggers : foreignKey
  const ofOwned = facts.dialect === 'sqlite' ? owningTriggers : owningTrigger
  return [
    ...modelReferences(model).flatMap((reference) => ofReference(reference, targetId(facts, reference))),
    ...owningColumns(model).flatMap((column) => ofOwned(facts.owner, model.table, column)),
    ...searchTriggers(facts.dialect, model).map(({ on, column, behind }) =>
      ruleOf({
        suffix: searchSuffixes[on],
        table: model.table,
        kind: 'search',
        column: { table: model.table, name: column },
        sql: ['create trigger', behind],
      }),
    ),
  ]
}

/** Finds a row whose reference leads nowhere. */
export function danglingRows(facts: RuleFacts, reference: ModelReference): string {
  const { table, column, target } = reference
  const value = `r.${quote(column)}`
  const found = `select 1 from ${quote(target)} as t where t.${quote(targetId(facts, reference))} = ${value} and t."org_id" = r."org_id"`
  return `select 1 from ${quote(table)} as r where ${value} is not null and not exists (${found}) limit 1`
}

function targetId({ models }: RuleFacts, { target }: ModelReference): string {
  const model = models.get(target)
  if (model === undefined) throw new Error(`No model declares "${target}".`)
  return referredColumn(model)
}

/** Suffixes of the names of all rules; others are not of the host and stay. */
const suffixes = {
  insert: '.ref_insert',
  update: '.ref_update',
  target: '.ref_target',
  delete: '.ref_delete',
  key: '.ref',
  owned: '.owned',
  ownedUpdate: '.owned_update',
} as const

const searchSuffixes = {
  insert: '.search_insert',
  update: '.search_update',
  delete: '.search_delete',
  change: '.search',
} as const

const allSuffixes: readonly string[] = [...Object.values(suffixes), ...Object.values(searchSuffixes)]

/** Whether a trigger or foreign key was made for a model. */
export function isOwnRule(name: string): boolean {
  return allSuffixes.some((suffix) => name.endsWith(suffix))
}

interface RuleDraft extends Omit<WantedRule, 'name' | 'sql'> {
  readonly suffix: string
  /** The statement around the rule's name, before it and behind it. */
  readonly sql: readonly [before: string, behind: string]
}

/** The name has a digest of the definition, so that a rule of a newer version takes the place of an older one. */
function ruleOf({ suffix, sql: [before, behind], ...rule }: RuleDraft): WantedRule {
  const name = schemaName([rule.column.table, rule.column.name, digestOf(before + behind)], suffix)
  return { ...rule, name, sql: `${before} ${quote(name)} ${behind}` }
}

function digestOf(text: string): string {
  return hash('sha256', text).slice(0, 8)
}

/** After the row is written, so that an upsert that leaves it out is not refused. */
function referenceTriggers(reference: ModelReference, id: string): readonly WantedRule[] {
  const { table, column, target } = reference
  const [own, to, key] = [quote(table), quote(target), quote(id)]
  const value = `new.${quote(column)}`
  const broken = `when ${value} is not null begin select raise(abort, ${quoteText(brokenReference(table, column))}) where not exists (select 1 from ${to} where ${key} = ${value} and "org_id" = new."org_id"); end`
  const changed = `when old.${key} is not new.${key} or old."org_id" is not new."org_id"`
  const trigger = (suffix: string, on: string, behind: string): WantedRule =>
    ruleOf({ suffix, table: on, kind: 'reference', column: { table, name: column }, sql: ['create trigger', behind] })
  return [
    trigger(suffixes.insert, table, `after insert on ${own} ${broken}`),
    trigger(suffixes.update, table, `after update of ${quote(column)}, "org_id" on ${own} ${broken}`),
    trigger(
      suffixes.target,
      target,
      `after update of ${key}, "org_id" on ${to} ${changed} begin ${refuseInUse(reference, id)}; end`,
    ),
    trigger(suffixes.delete, target, `after delete on ${to} begin ${deleteEffect(reference, id)}; end`),
  ]
}

function deleteEffect(reference: ModelReference, id: string): string {
  const { table, column, onDelete } = reference
  if (onDelete === 'cascade') return `delete from ${quote(table)} where ${refersToOld(reference, id)}`
  if (onDelete === 'restrict') return refuseInUse(reference, id)
  return `update ${quote(table)} set ${quote(column)} = null where ${refersToOld(reference, id)}`
}

function refuseInUse(reference: ModelReference, id: string): string {
  const { table, column } = reference
  return `select raise(abort, ${quoteText(rowInUse(table, column))}) where exists (select 1 from ${quote(table)} where ${refersToOld(reference, id)})`
}

function refersToOld({ column }: ModelReference, id: string): string {
  return `${quote(column)} = old.${quote(id)} and "org_id" = old."org_id"`
}

function foreignKey(reference: ModelReference, id: string): readonly WantedRule[] {
  const { table, column, target, onDelete } = reference
  const effect = onDelete === 'null' ? `set null (${quote(column)})` : onDelete
  const key = `foreign key ("org_id", ${quote(column)}) references ${quote(target)} ("org_id", ${quote(id)}) on delete ${effect}`
  return [
    ruleOf({
      suffix: suffixes.key,
      table,
      kind: 'reference',
      column: { table, name: column },
      sql: [`alter table ${quote(table)} add constraint`, key],
    }),
  ]
}

/** What ends with a row: statements that find it by the values of the old row. */
const endings: Readonly<Record<Owned, (owner: string, value: string) => string>> = {
  /** The sweeper gives the readers of the bytes an hour; those of an erased workspace are dropped already. */
  blob: (owner, value) => {
    const named = `org_id = old.org_id and plugin = ${owner} and name = ${value}`
    return `update host_blob_contents set state = 'left', until = null where state = 'kept' and id in (select content_id from host_blobs where ${named}); delete from host_blobs where ${named};`
  },
  /** A job may delete its own row, and has to be recorded as done. */
  job: (owner, value) =>
    `delete from host_jobs where id = ${value} and org_id = old.org_id and plugin = ${owner} and state <> 'running';`,
}

function owningTriggers(owner: string, table: string, { name, owns }: OwningColumn): readonly WantedRule[] {
  const [own, column] = [quote(table), quote(name)]
  const ending = `begin ${endings[owns](quoteText(owner), `old.${column}`)} end`
  const trigger = (suffix: string, behind: string): WantedRule =>
    ruleOf({ suffix, table, kind: 'owned', column: { table, name }, sql: ['create trigger', behind] })
  return [
    trigger(suffixes.owned, `after delete on ${own} when old.${column} is not null ${ending}`),
    trigger(
      suffixes.ownedUpdate,
      `after update of ${column} on ${own} when old.${column} is not null and old.${column} is not new.${column} ${ending}`,
    ),
  ]
}

/** What the triggers on PostgreSQL do; they give the plugin, the column and what it owns. */
const endOwnedBody = `$$
declare former text; current text;
begin
  execute format('select ($1).%I', tg_argv[1]) using old into former;
  if tg_op = 'UPDATE' then execute format('select ($1).%I', tg_argv[1]) using new into current; end if;
  if former is null or former is not distinct from current then return null; end if;
  if tg_argv[2] = 'blob' then ${endings.blob('tg_argv[0]', 'former')} end if;
  if tg_argv[2] = 'job' then ${endings.job('tg_argv[0]', 'former')} end if;
  return null;
end $$`
const endOwned = `host_end_owned_${digestOf(endOwnedBody)}`

/** Makes the function of the triggers; it is named after its body, since older processes may use an older one. */
export const endOwnedFunction = `create or replace function ${endOwned}() returns trigger language plpgsql as ${endOwnedBody}`

function owningTrigger(owner: string, table: string, { name, owns }: OwningColumn): readonly WantedRule[] {
  const given = [owner, name, owns].map(quoteText).join(', ')
  const behind = `after delete or update of ${quote(name)} on ${quote(table)} for each row execute function ${endOwned}(${given})`
  return [
    ruleOf({
      suffix: suffixes.owned,
      table,
      kind: 'owned',
      column: { table, name },
      sql: ['create trigger', behind],
    }),
  ]
}
