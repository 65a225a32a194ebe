import type { AnyPlugin } from '@host/plugin'
import type { CheckedFacts } from '../checked-facts.ts'
import type { HookOutcome, LiveFacts } from '../live/live-facts.ts'
import type { Flaw } from '../plugin-finding.ts'
import { definitionRule, liveRule, type PluginRule } from '../plugin-rule.ts'

/** The part of an exported workspace that plugins write themselves. */
interface ExportedWorkspace {
  readonly plugins?: Readonly<Record<string, unknown>>
}

/** Hooks that the host calls, beside the routes. */
export const hookRules: readonly PluginRule[] = [
  ofHook('hooks/search', 'the search answers any query', 'search'),
  ofHook('hooks/checklist', 'the checklist hook succeeds', 'checklist'),
  ofHook('hooks/badges', 'the badges hook succeeds', 'badges'),
  ofHook('hooks/sample-data', 'the sample data is added, and removed without a trace', 'sampleData'),
  ofHook('hooks/export', 'a workspace can be exported', 'export'),
  ofHook('hooks/erase', 'erasing a workspace twice has the same result as once', 'erase'),
  ofHook('hooks/member-removed', 'a member can leave', 'memberRemoved'),
  liveRule('hooks/checklist-paths', 'every step of the checklist leads to a page', ({ hooks }, facts) =>
    pathsOf(hooks, 'checklist')
      .filter((path) => !leadsSomewhere(path, facts))
      .map((path) => ({
        ...facts.locate(path),
        message: `A step of the checklist leads to "${path}", which has no page; fix its path.`,
      })),
  ),
  liveRule('hooks/search-paths', 'every search result leads to a page', ({ hooks }, facts) =>
    pathsOf(hooks, 'search')
      .filter((path) => !leadsSomewhere(path, facts))
      .map((path) => ({
        ...facts.locate(path),
        message: `A search result leads to "${path}", which has no page; fix its path.`,
      })),
  ),
  liveRule('hooks/export-secrets', 'its part of an export contains no secret columns', (live, facts) => {
    const { plugin, locate, name } = facts
    const whole = live.hooks.find(({ hook }) => hook === 'export')?.value as ExportedWorkspace | undefined
    // The rows are the host's to write, which leaves secrets out by itself.
    const exported = JSON.stringify(whole?.plugins?.[name] ?? {})
    return secretColumns(plugin)
      .filter((column) => exported.includes(`"${column}":`))
      .map((column) => ({
        ...locate(column),
        message: `The export of a workspace contains the column "${column}"; remove it from workspaceData.export.`,
      }))
  }),
  definitionRule('hooks/people-leave', 'a table with user ids is cleaned up when a user leaves', (plugin, facts) => {
    const keeps = plugin.models.some(({ kind, columns }) => kind === 'model' && Object.hasOwn(columns, 'user_id'))
    return keeps && plugin.memberRemoved === undefined && plugin.accountDeleted === undefined
      ? [
          {
            ...facts.locate('user_id'),
            message:
              'A table has user_id, but nothing happens when the user leaves; add memberRemoved or accountDeleted.',
          },
        ]
      : []
  }),
  definitionRule('settings/defaults', 'unset settings are valid', (plugin, { locate }) =>
    sectionsOf(plugin).flatMap(({ id, schema }) => {
      const result = schema['~standard'].validate({})
      if (result instanceof Promise || result.issues === undefined) return []
      return [
        {
          ...locate(id),
          message: `The settings "${id}" are invalid when nothing is set; give every field a default.`,
        },
      ]
    }),
  ),
  definitionRule('settings/secrets', 'every secret of the settings is a text field', (plugin, { locate }) =>
    sectionsOf(plugin).flatMap((section) => {
      const { properties = {} } = section.jsonSchema() as { readonly properties?: Readonly<Record<string, object>> }
      return (section.secrets ?? [])
        .filter((name) => !Object.hasOwn(properties, name))
        .map((name) => ({
          ...locate(name),
          message: `The settings "${section.id}" have no text field "${name}", which is listed as a secret; fix the name.`,
        }))
    }),
  ),
]

function ofHook(id: string, title: string, hook: HookOutcome['hook']): PluginRule {
  return liveRule(id, title, ({ hooks }: LiveFacts, facts) =>
    hooks
      .filter((outcome) => outcome.hook === hook && outcome.failure !== undefined)
      .map(({ failure = '' }) => ({ ...placeOfHook(facts, hook), message: `${hook} failed: ${failure}; fix it.` })),
  )
}

function placeOfHook({ locate }: CheckedFacts, hook: string): Pick<Flaw, 'file' | 'line'> {
  return locate(hook)
}

function pathsOf(hooks: readonly HookOutcome[], hook: HookOutcome['hook']): readonly string[] {
  const found = hooks.find((outcome) => outcome.hook === hook)?.value
  if (!Array.isArray(found)) return []
  const paths = (found as readonly { readonly path?: unknown }[]).map(({ path }) => path)
  return [...new Set(paths.filter((path) => typeof path === 'string'))]
}

function leadsSomewhere(path: string, { web }: CheckedFacts): boolean {
  const pages = web?.inspection?.pages
  if (pages === undefined) return true
  const parts = (path.split(/[?#]/)[0] ?? '').split('/')
  return pages.some(({ path: page = '' }) => {
    const ours = page.split('/')
    return ours.length === parts.length && ours.every((part, index) => part.startsWith(':') || part === parts[index])
  })
}

function secretColumns(plugin: AnyPlugin | undefined): readonly string[] {
  return (plugin?.models ?? []).flatMap(({ kind, columns }) =>
    kind === 'model' ? Object.entries(columns).flatMap(([name, { secret }]) => (secret === true ? [name] : [])) : [],
  )
}

function sectionsOf({ settings = {} }: AnyPlugin) {
  return [settings.workspace, settings.instance, settings.user].filter((section) => section !== undefined)
}
