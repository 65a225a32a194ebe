import { nothing, type Endpoint, type JsonSchema, type PluginFacts, type RouteFacts } from '@host/plugin'
import { operationName } from '@host/plugin/wire'
import type { SurfacePart } from './plugin-surface.ts'

/** The routes of a plugin, the tools that agents see of them, and the scopes that they take of API tokens. */
export function routeParts({ name, routes }: PluginFacts): readonly SurfacePart[] {
  const scopes = [...new Set(routes.flatMap((route) => route.scopes))].toSorted()
  return [
    ...routes.map(routePart),
    ...routes.flatMap((route) => toolPart(name, route)),
    ...scopes.map((scope): SurfacePart => ({ kind: 'scope', name: scope, facts: {} })),
  ]
}

function routePart(route: RouteFacts): SurfacePart {
  const { pattern, audience, requirements, scopes, agents, isIdempotent, deprecated, endpoint } = route
  const { permission, tier, session, proof = false, factor } = requirements ?? {}
  const caller = { audience, permission, tier, session, proof, factor, agents, scopes: scopes.toSorted() }
  // A limit that follows from the input changes with it, and the input is compared.
  const bodyLimit = endpoint === undefined ? route.bodyLimit : endpoint.bodyLimit
  const call = { isIdempotent, bodyLimit, deprecated: deprecated?.since }
  return { kind: 'route', name: pattern, facts: { ...caller, ...call, ...contentFacts(route) }, ...schemasOf(endpoint) }
}

function contentFacts({ endpoint, operation }: RouteFacts): SurfacePart['facts'] {
  if (endpoint === undefined) return { errors: (operation?.errors ?? []).toSorted() }
  const { errors, output, upload } = endpoint
  const status = endpoint.status ?? (output === nothing ? 204 : 200)
  return { errors: errors.toSorted(), status, accept: upload?.accept.toSorted() }
}

/** No input is an object without properties: a call without a body means the same. */
const noInput: JsonSchema = { type: 'object', properties: {} }

function schemasOf(endpoint: Endpoint | undefined): Pick<SurfacePart, 'input' | 'output'> {
  if (endpoint === undefined) return {}
  const input = endpoint.input === nothing ? noInput : endpoint.jsonSchema('input')
  return { input, output: endpoint.jsonSchema('output') }
}

/** A tool for agents. Its input is that of the route. */
function toolPart(plugin: string, { pattern, agents, endpoint }: RouteFacts): readonly SurfacePart[] {
  const mcp = endpoint?.mcp ?? false
  if (mcp === false || !agents) return []
  const { name = operationName(pattern), approval = false, readOnly, destructive } = mcp === true ? {} : mcp
  const facts = { route: pattern, approval, readOnly, destructive }
  return [{ kind: 'tool', name: `${plugin.replaceAll('-', '_')}_${name}`, facts }]
}
