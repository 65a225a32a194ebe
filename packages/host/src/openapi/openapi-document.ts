/**
 * The API as an OpenAPI 3.1 document, derived from the definitions of its routes. Pure: the same routes give the same
 * document.
 */
import type { PluginFacts } from '@host/plugin'
import type { ApiRoute, OpenApiDocument } from '@host/plugin/platform'
import { Components } from './components.ts'
import { describedRoute } from './described-route.ts'
import { securitySchemes } from './fixed-parts.ts'
import type { JsonObject } from '../support/json.ts'
import { operationOf } from './operation.ts'
import type { OperationDraft, OperationTools } from './operation-draft.ts'
import { pathTemplate, type PathTemplate } from './path-template.ts'
import { SchemaRegistry } from './schema-registry.ts'

/** Options of a document. */
export interface DocumentOptions {
  readonly routes: readonly ApiRoute[]
  /** The id of each route's operation, by pattern. */
  readonly ids: ReadonlyMap<string, string>
  /** The version of the build. */
  readonly version: string
  /** The public address of the host; undefined until it is configured. */
  readonly publicUrl: URL | undefined
}

/** The document of some routes. Those that say nothing of themselves are not in it. */
export function openApiDocument({ routes, ids, version, publicUrl }: DocumentOptions): OpenApiDocument {
  const components = new Components()
  const tools: OperationTools = { components, schemas: new SchemaRegistry(components) }
  const paths = new Map<string, PathEntry>()
  const used = new Set<PluginFacts>()
  for (const route of routes) {
    const described = describedRoute(route)
    if (described === undefined) continue
    used.add(route.plugin)
    const template = pathTemplate(route.pattern)
    const entry = paths.get(template.shape) ?? { path: template.path, parameters: template.parameters, operations: {} }
    paths.set(template.shape, entry)
    const draft = { id: ids.get(route.pattern) ?? '', route, described, path: entry.parameters }
    Object.assign(entry.operations, operationsOf(draft, template, tools))
  }
  const isSecure = publicUrl === undefined || publicUrl.protocol === 'https:'
  return Object.freeze({
    openapi: '3.1.1',
    info: infoOf(version),
    servers: [{ url: publicUrl === undefined ? '/' : publicUrl.href.replace(/\/$/, '') }],
    tags: [...used].map(tagOf),
    paths: Object.fromEntries([...paths.values()].map(({ path, operations }) => [path, operations])),
    components: { ...components.list(), securitySchemes: securitySchemes(isSecure) },
  })
}

/** A path with its operations. Two patterns that give one wildcard two names are one path. */
interface PathEntry {
  readonly path: string
  readonly parameters: readonly JsonObject[]
  readonly operations: Record<string, JsonObject>
}

const allMethods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** One operation, or one for each method of a pattern that takes them all. */
function operationsOf(draft: OperationDraft, { method }: PathTemplate, tools: OperationTools): JsonObject {
  if (method !== undefined) return { [method.toLowerCase()]: operationOf(draft, tools) }
  const operations = allMethods.map((each) => [each, operationOf({ ...draft, id: `${draft.id}_${each}` }, tools)])
  return Object.fromEntries(operations) as JsonObject
}

/** A plugin's title as people are shown it, in each language that it has one in. */
function tagOf({ name, info, i18n }: PluginFacts): JsonObject {
  const titles = { en: i18n.en?.['info.title'] ?? info.title, zh: i18n.zh?.['info.title'] ?? info.title }
  return { name, description: info.description, 'x-displayName': info.title, 'x-titles': titles }
}

function infoOf(version: string): JsonObject {
  return {
    title: 'host',
    version,
    summary: 'The API of a multi-tenant workspace application',
    description: [
      'Every operation is available under `/api/` and, identically, under `/api/v1/`.',
      'Programs send an API token in the header `Authorization: Bearer`; its scopes define the accessible operations of its workspace. Operations that change a workspace accept the header `Idempotency-Key`, so that a request without a response can be retried safely.',
      'Errors are problems (RFC 9457): branch on their `code`. Requests with unknown properties are rejected; ignore unknown properties in responses.',
    ].join('\n\n'),
    license: { name: 'MIT', identifier: 'MIT' },
  }
}
