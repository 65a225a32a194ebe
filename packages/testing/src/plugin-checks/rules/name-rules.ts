import { parsePattern } from '@host/plugin/platform'
import type { CheckedFacts } from '../checked-facts.ts'
import type { Flaw } from '../plugin-finding.ts'
import type { AskedRoute } from '../live/live-facts.ts'
import { definitionRule, liveRule, sourceRule, type PluginRule } from '../plugin-rule.ts'

const kebab = /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/
const camel = /^[a-z][A-Za-z0-9]*$/
const dotted = /^[a-z][a-z0-9_-]*(?:\.[a-z][a-z0-9_-]*)+$/

/** Names, which others write too. */
export const nameRules: readonly PluginRule[] = [
  sourceRule('names/plugin', 'the plugin has a name that can be read', ({ problems, server, locate }) => [
    ...problems.named.map((text) => ({
      ...locate(server.name ?? '', /\bname:\s*$/),
      message: `The server half ${text}.`,
    })),
    ...(server.name === undefined
      ? [
          {
            ...locate(''),
            message: 'The name is computed at run time; use a literal in definePlugin({ name: "..." }).',
          },
        ]
      : []),
  ]),
  sourceRule('names/halves', 'both halves have the same name', ({ web, folder, locate }) =>
    (web?.problems.named ?? []).map((text) => ({
      file: web === undefined ? locate('').file : web.half.modules.entry.replace(`${folder}/`, ''),
      message: `The web half ${text}.`,
    })),
  ),
  liveRule('names/paths', 'path segments are lowercase with hyphens', ({ routes }, facts) =>
    ofRoutes(facts, routes, ({ pattern }) =>
      parsePattern(pattern).segments.flatMap((segment) =>
        segment.kind === 'literal' && segment.value !== '' && !kebab.test(segment.value)
          ? [`has the segment "${segment.value}" in its path; use lowercase with hyphens`]
          : [],
      ),
    ),
  ),
  liveRule('names/wildcards', 'wildcards are camelCase', ({ routes }, facts) =>
    ofRoutes(facts, routes, ({ wildcards }) =>
      wildcards.filter((name) => !camel.test(name)).map((name) => `has the wildcard {${name}}; use camelCase`),
    ),
  ),
  liveRule('names/json', 'the properties of inputs and outputs are camelCase', ({ routes }, facts) =>
    ofRoutes(facts, routes, ({ endpoint }) =>
      endpoint === undefined
        ? []
        : [...new Set([...namesIn(endpoint.jsonSchema('input')), ...namesIn(endpoint.jsonSchema('output'))])]
            .filter((name) => !camel.test(name))
            .map((name) => `has the property "${name}"; use camelCase`),
    ),
  ),
  liveRule('names/audit', 'entries of the audit log are named noun.verb', ({ routes }, facts) =>
    ofRoutes(facts, routes, ({ endpoint }) =>
      typeof endpoint?.audit !== 'string' || dotted.test(endpoint.audit)
        ? []
        : [`writes the audit entry "${endpoint.audit}"; name it noun.verb`],
    ),
  ),
  liveRule(
    'names/services',
    'service names start with the name of the plugin',
    ({ facts: { provides, name } }, { locate, isInTree }) =>
      provides
        .filter((service) => !service.startsWith(`${name}.`) && !(isInTree && service.startsWith('core.')))
        .map((service) => ({
          ...locate(service),
          message: `The service "${service}" must start with "${name}.", so that no other plugin provides it.`,
        })),
  ),
  definitionRule('names/permissions', 'permissions are named noun.verb', ({ permissions = [] }, { locate }) =>
    permissions
      .filter(({ name }) => !dotted.test(name))
      .map(({ name }) => ({
        ...locate(name),
        message: `The permission "${name}" has no name of the form noun.verb; rename it.`,
      })),
  ),
  definitionRule(
    'names/ids',
    'ids of menus, actions, and settings are lowercase with hyphens',
    (plugin, { locate }) => {
      const { menus = [], instanceMenus = [], actions = [], settings = {} } = plugin
      const sections = [settings.workspace, settings.instance, settings.user].filter((section) => section !== undefined)
      return [...menus, ...instanceMenus, ...actions, ...sections]
        .filter(({ id }) => !kebab.test(id))
        .map(({ id }) => ({
          ...locate(id, /\bid:\s*$/),
          message: `The id "${id}" is not lowercase with hyphens; rename it.`,
        }))
    },
  ),
]

function ofRoutes(
  { locate }: CheckedFacts,
  routes: readonly AskedRoute[],
  find: (route: AskedRoute) => readonly string[],
): readonly Flaw[] {
  return routes.flatMap((route) =>
    find(route).map((said) => ({ ...locate(route.pattern), message: `"${route.pattern}" ${said}.` })),
  )
}

/** The names of all properties that a schema declares, at any depth; dynamic keys are not among them. */
function namesIn(node: unknown, found = new Set<string>(), depth = 0): ReadonlySet<string> {
  if (typeof node !== 'object' || node === null || depth > 20) return found
  const { properties } = node as { readonly properties?: unknown }
  if (typeof properties === 'object' && properties !== null) for (const name of Object.keys(properties)) found.add(name)
  for (const [key, child] of Object.entries(node)) {
    if (!['example', 'examples', 'default', 'const', 'enum'].includes(key)) namesIn(child, found, depth + 1)
  }
  return found
}
