import type { AnyModel, AnyPlugin, Model } from '@host/plugin'
import type { CheckedFacts } from '../checked-facts.ts'
import type { Flaw } from '../plugin-finding.ts'
import { definitionRule, type PluginRule } from '../plugin-rule.ts'

/** Tables: their owner, and whether their keys serve a workspace. */
export const tableRules: readonly PluginRule[] = [
  ofTables('tables/prefix', 'every table name starts with the name of the plugin', ({ table }, { name }) => {
    const prefix = name.replaceAll('-', '_')
    return table === prefix || table.startsWith(`${prefix}_`)
      ? []
      : [`must start with "${prefix}_", so that no other plugin can declare it`]
  }),
  ofTables('tables/org-id', 'every table belongs to workspaces or users', ({ columns }) =>
    ['org_id', 'user_id'].some((name) => Object.hasOwn(columns, name))
      ? []
      : ['has no column org_id, so that its rows belong to no workspace; add org_id: column.org()'],
  ),
  ofTables('tables/id', 'every table has an id or a unique key', ({ columns, unique }) =>
    Object.values(columns).some(({ kind }) => kind === 'id') || unique.length > 0
      ? []
      : ['has neither an id nor a unique key to identify a row; add id: column.id("<prefix>")'],
  ),
  ofTables(
    'tables/org-index',
    'every workspace table has a key that starts with the workspace and the id',
    ({ columns, unique, index }) => {
      const id = Object.entries(columns).find(([, { kind }]) => kind === 'id')?.[0] ?? 'id'
      const isServed = [...unique, ...index].some(([first, second]) => first === 'org_id' && second === id)
      return !Object.hasOwn(columns, 'org_id') || isServed
        ? []
        : [
            `is exported by workspace in pages but has no key that starts with org_id and ${id}; add ["org_id", "${id}"] to its index`,
          ]
    },
  ),
  ofTables('tables/unique-scope', 'a unique key is unique within a workspace', ({ columns, unique }) =>
    !Object.hasOwn(columns, 'org_id')
      ? []
      : unique
          .filter((key) => !key.includes('org_id') && !key.includes('user_id'))
          .map(
            (key) =>
              `has the unique key (${key.join(', ')}) across all workspaces, which leaks values between them; start it with org_id`,
          ),
  ),
  ofTables('tables/no-double-keys', 'no key is the start of another', ({ unique, index }) =>
    index
      .filter((key, place) =>
        [...unique, ...index].some(
          (other) =>
            other !== key &&
            isBeginning(key, other) &&
            (key.length < other.length || unique.includes(other) || index.indexOf(other) < place),
        ),
      )
      .map((key) => `has the index (${key.join(', ')}), which another key starts with; remove it`),
  ),
  ofTables('tables/column-names', 'columns are named in snake_case', ({ columns }) =>
    Object.keys(columns)
      .filter((name) => !/^[a-z][a-z0-9_]*$/.test(name))
      .map((name) => `has the column "${name}"; use snake_case`),
  ),
  ofTables('tables/id-prefix', 'no two tables share an id prefix', (model, { models }) => {
    const prefix = prefixOf(model)
    const first = models.find((other) => other.kind === 'model' && prefixOf(other) === prefix)
    return prefix === undefined || first === model
      ? []
      : [`uses the id prefix "${prefix}" of "${first?.table ?? ''}"; choose another prefix`]
  }),
  definitionRule('tables/mirrors', 'a mirror states how its rows belong to a workspace', (plugin, facts) =>
    plugin.models.flatMap((model) =>
      model.kind === 'mirror' && model.tenantKey === undefined && !Object.hasOwn(model.columns, 'org_id')
        ? [
            flaw(
              facts,
              model,
              'mirrors a table without org_id and has no tenantKey, so that only the instance can read it; add one',
            ),
          ]
        : [],
    ),
  ),
]

function ofTables(id: string, title: string, find: (model: Model, plugin: AnyPlugin) => readonly string[]): PluginRule {
  return definitionRule(id, title, (plugin, facts) =>
    plugin.models.flatMap((model): Flaw[] =>
      model.kind === 'model' ? find(model, plugin).map((said) => flaw(facts, model, said)) : [],
    ),
  )
}

function flaw({ locate }: CheckedFacts, { table }: AnyModel, said: string): Flaw {
  return { ...locate(table, /\b(?:model|mirror)\(\s*$/), message: `The table "${table}" ${said}.` }
}

function isBeginning(key: readonly string[], other: readonly string[]): boolean {
  return key.every((name, index) => other[index] === name)
}

function prefixOf({ columns }: AnyModel): string | undefined {
  return Object.values(columns).find(({ kind }) => kind === 'id')?.prefix
}
