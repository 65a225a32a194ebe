/** The definitions of a plugin as the host gets them, whether written by hand or made by `defineResource`. */
import { operationName, takesAgents } from '@host/plugin/wire'
import type { AnyPlugin, Column, Endpoint, EventDefinition, JsonSchema, Model } from '@host/plugin'
import { createTestHost } from '../../create-test-host.ts'

/** A table and its columns. */
export interface ExplainedTable {
  readonly table: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/** An endpoint: its caller, and the JSON Schemas of both sides. */
export interface ExplainedEndpoint {
  readonly pattern: string
  readonly summary: string
  /** The lowest role in the workspace, or the audience of an endpoint without one. */
  readonly access: string
  readonly input: JsonSchema
  readonly output: JsonSchema
}

/** The definitions of a plugin. */
export interface Explanation {
  readonly plugin: string
  readonly tables: readonly ExplainedTable[]
  readonly endpoints: readonly ExplainedEndpoint[]
  /** Routes that are not typed. */
  readonly routes: readonly string[]
  readonly tools: readonly { readonly name: string; readonly description: string; readonly approval: boolean }[]
  readonly events: readonly { readonly name: string; readonly description: string; readonly data: JsonSchema }[]
}

/** Mounts a plugin in a host in memory, and lists its definitions. */
export async function explainPlugin(plugin: AnyPlugin, beside: readonly AnyPlugin[] = []): Promise<Explanation> {
  const { recorded, endpoints, routes } = recordMount(plugin)
  await using _ = await createTestHost({ plugins: [recorded, ...beside] })
  return {
    plugin: plugin.name,
    tables: plugin.models.flatMap((model) => (model.kind === 'model' ? [tableOf(model)] : [])),
    endpoints: endpoints.map(explained),
    routes,
    tools: endpoints.flatMap((endpoint) => toolOf(plugin.name, endpoint)),
    events: (plugin.events ?? []).map(eventOf),
  }
}

function recordMount(plugin: AnyPlugin) {
  const [endpoints, routes]: [Endpoint[], string[]] = [[], []]
  const mount: AnyPlugin['mount'] = (mux, ctx) =>
    plugin.mount(
      {
        handle(pattern, handler, options) {
          routes.push(pattern)
          mux.handle(pattern, handler, options)
        },
        endpoint(endpoint, handler) {
          endpoints.push(endpoint)
          mux.endpoint(endpoint, handler)
        },
        upload(upload, handler) {
          endpoints.push(upload)
          mux.upload(upload, handler)
        },
        publicPage(page, handler) {
          routes.push(`GET ${page.path}`)
          mux.publicPage(page, handler)
        },
        publicForm(form, handler) {
          routes.push(`POST ${form.path}`)
          mux.publicForm(form, handler)
        },
        publicFile(path, handler) {
          routes.push(`GET ${path}`)
          mux.publicFile(path, handler)
        },
      },
      ctx,
    )
  const recorded = new Proxy(plugin, {
    get: (target, member) => (member === 'mount' ? mount : (Reflect.get(target, member) as unknown)),
  })
  return { recorded, endpoints, routes }
}

function tableOf({ table, columns }: Model): ExplainedTable {
  return { table, columns: Object.entries(columns).map(([name, column]) => ({ name, type: typeOf(column) })) }
}

function typeOf({ kind, nullable, max, search, secret, references }: Column): string {
  const parts = [
    max === undefined ? kind : `${kind}(${max})`,
    nullable && 'nullable',
    search === true && 'searched',
    secret === true && 'secret',
    references !== undefined && `references ${references.table ?? 'its own table'} (on delete: ${references.onDelete})`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}

function explained(endpoint: Endpoint): ExplainedEndpoint {
  const { pattern, summary, audience, role = 'member', permission } = endpoint
  const access = permission ?? (audience === 'workspace' ? role : audience)
  return { pattern, summary, access, input: endpoint.jsonSchema('input'), output: endpoint.jsonSchema('output') }
}

function toolOf(plugin: string, endpoint: Endpoint): Explanation['tools'] {
  const { mcp, pattern, summary } = endpoint
  if (mcp === undefined || mcp === false || !takesAgents(endpoint)) return []
  const { name = operationName(pattern), description = summary, approval = false } = mcp === true ? {} : mcp
  return [{ name: `${plugin.replaceAll('-', '_')}_${name}`, description, approval }]
}

function eventOf(event: EventDefinition): Explanation['events'][number] {
  return { name: event.name, description: event.description, data: event.jsonSchema() }
}
