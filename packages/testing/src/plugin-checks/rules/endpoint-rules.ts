import type { Endpoint } from '@host/plugin'
import type { CheckedFacts } from '../checked-facts.ts'
import { propertiesOf } from '../live/sample-input.ts'
import type { AskedRoute, LiveFacts } from '../live/live-facts.ts'
import type { Flaw } from '../plugin-finding.ts'
import { liveRule, type PluginRule } from '../plugin-rule.ts'

/** Texts of definitions, read by people, programs and agents. */
export const endpointRules: readonly PluginRule[] = [
  ofEndpoints(
    'endpoints/summary',
    'every endpoint has a summary of one short sentence without a period',
    ({ summary }) => {
      const text = summary.trim()
      if (text === '') return ['has no summary; describe it in a few words']
      if (text.length > 120) return ['has a summary of more than 120 characters; move the details to its description']
      return text.endsWith('.') ? ['has a summary with a period; it is shown as a title'] : []
    },
  ),
  ofEndpoints(
    'endpoints/query',
    'a query contains only strings, numbers, booleans, and lists of them',
    ({ pattern, jsonSchema }) =>
      /^(?:GET|HEAD|DELETE) /.test(pattern)
        ? Object.entries(propertiesOf(jsonSchema('input')))
            .filter(([, property]) => property['type'] === 'object')
            .map(([name]) => `takes the object "${name}" in its query; use separate properties for its parts`)
        : [],
  ),
  ofEndpoints('endpoints/bounded', 'every string and list of an input has a limit', ({ jsonSchema }) =>
    unbounded(jsonSchema('input')).map((name) => `takes "${name}" of any length; set a limit (maxLength, maxItems)`),
  ),
  ofEndpoints('endpoints/objects', 'an input is an object, and a response is not a bare list', ({ jsonSchema }) => {
    const [input, output] = [jsonSchema('input'), jsonSchema('output')]
    return [
      ...(isOf(input, ['object', 'null']) ? [] : ['takes something other than an object; use an object']),
      ...(isOf(output, ['object', 'null', 'string'])
        ? []
        : ['returns a bare list; use { items, nextCursor }, which can be extended']),
    ]
  }),
  ofEndpoints('endpoints/examples', 'examples match their schemas', ({ examples = [], input, output }) =>
    examples.flatMap((example) => {
      const { input: given, output: answer } = example as { readonly input?: unknown; readonly output?: unknown }
      return [...misfits(input, given, 'input'), ...misfits(output, answer, 'output')]
    }),
  ),
  ofEndpoints('endpoints/reads-by-get', 'a read-only tool for agents is a GET', ({ pattern, mcp }) =>
    typeof mcp === 'object' && mcp.readOnly === true && !pattern.startsWith('GET ') && !isToolRoute(pattern)
      ? ['is a read-only tool with a method that writes; make it a GET or remove readOnly']
      : [],
  ),
  ofEndpoints(
    'endpoints/tools',
    'a tool for agents has a name and a description of its own',
    ({ mcp, summary, description }) => {
      if (mcp === undefined || mcp === false) return []
      const options = mcp === true ? {} : mcp
      const said = options.description ?? `${summary}${description ?? ''}`
      return [
        ...(options.name === undefined || /^[a-z][a-z0-9_]{0,39}$/.test(options.name)
          ? []
          : [`is the tool "${options.name}"; use at most 40 lowercase letters, digits, and _`]),
        ...(said.length >= 10 && said.length <= 1000
          ? []
          : ['is a tool whose description is not 10 to 1000 characters; describe when to use it']),
      ]
    },
  ),
  ofEndpoints('endpoints/safe-tools', 'a destructive tool requires approval', ({ pattern, mcp }) => {
    if (mcp === undefined || mcp === false) return []
    const { destructive = pattern.startsWith('DELETE '), approval = false } = mcp === true ? {} : mcp
    return destructive && !approval ? ['is a destructive tool without approval; set mcp: { approval: true }'] : []
  }),
  ofEndpoints(
    'endpoints/errors-once',
    "no problem is listed twice, or in addition to the host's own",
    ({ errors, pattern }) => {
      const twice = errors.filter((code, index) => errors.indexOf(code) !== index)
      return twice.map((code) => `lists the problem "${code}" twice in "${pattern}"; remove one`)
    },
  ),
  liveRule('endpoints/described', 'an API route that is not a typed endpoint has a description', ({ routes }, facts) =>
    routes
      .filter(
        ({ endpoint, operation, path }) =>
          endpoint === undefined && operation === undefined && path.startsWith('/api/'),
      )
      .map((route) =>
        flaw(
          facts,
          route,
          'is missing from the API description; make it a typed endpoint, or pass mux.handle an operation',
        ),
      ),
  ),
]

/** A tool that no endpoint covers, of which the host makes a POST. */
function isToolRoute(pattern: string): boolean {
  return /^POST \/api\/x\/[^/]+\/tools\/\w+$/.test(pattern)
}

function ofEndpoints(id: string, title: string, find: (endpoint: Endpoint) => readonly string[]): PluginRule {
  return liveRule(id, title, ({ routes }: LiveFacts, facts) =>
    routes.flatMap((route) =>
      route.endpoint === undefined ? [] : find(route.endpoint).map((said) => flaw(facts, route, said)),
    ),
  )
}

function flaw({ locate }: CheckedFacts, { pattern }: AskedRoute, said: string): Flaw {
  return { ...locate(pattern), message: `"${pattern}" ${said}.` }
}

type Node = Readonly<Record<string, unknown>>

function isOf(schema: Node, types: readonly string[]): boolean {
  const branches = [schema['anyOf'], schema['oneOf'], schema['allOf']].flatMap((all) =>
    Array.isArray(all) ? (all as Node[]) : [],
  )
  if (branches.length > 0) return branches.every((branch) => isOf(branch, types))
  const { type } = schema
  return type === undefined || (Array.isArray(type) ? type : [type]).every((one) => types.includes(String(one)))
}

/** Names of texts and lists without a bound, with their parents. */
function unbounded(node: Node, name = 'input', depth = 0): readonly string[] {
  if (depth > 8) return []
  const inner = Object.entries((node['properties'] ?? {}) as Readonly<Record<string, Node>>).flatMap(([key, child]) =>
    unbounded(child, key, depth + 1),
  )
  const branches = [node['anyOf'], node['oneOf'], node['allOf']].flatMap((all) =>
    Array.isArray(all) ? (all as Node[]) : [],
  )
  const items =
    typeof node['items'] === 'object' && node['items'] !== null ? unbounded(node['items'] as Node, name, depth + 1) : []
  const own = isEndless(node) ? [name] : []
  return [...new Set([...own, ...inner, ...items, ...branches.flatMap((branch) => unbounded(branch, name, depth + 1))])]
}

function isEndless(node: Node): boolean {
  const types = Array.isArray(node['type']) ? node['type'] : [node['type']]
  if (types.includes('array')) return node['maxItems'] === undefined
  const isLimited = ['maxLength', 'enum', 'const', 'format', 'pattern'].some((key) => node[key] !== undefined)
  return types.includes('string') && !isLimited
}

function misfits(schema: Endpoint['input'], value: unknown, side: string): readonly string[] {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise) return []
  const [issue] = result.issues ?? []
  return issue === undefined
    ? []
    : [`has an example whose ${side} does not match its schema: ${issue.message.replace(/\.$/, '')}; correct it`]
}
