/**
 * Problems of a build's tools: names that agents can't distinguish or use, and inputs with a name that every writing
 * tool reserves.
 */
import { operationName } from '@host/plugin/wire'
import type { Endpoint, McpOptions } from '@host/plugin'
import { parsePattern } from '@host/plugin/platform'
import type { MountedRoute } from '../mounted-route.ts'
import { inputSchema } from '../../request/input-schema.ts'
import { UnknownProperties } from '../../request/unknown-properties.ts'

/** A plugin's routes. */
export interface PluginRoutes {
  readonly plugin: string
  readonly routes: readonly MountedRoute[]
}

/** Reserved inputs of a writing tool: see the plugin that serves them. */
const reserved = ['dryRun', 'idempotencyKey']
/** The longest name that every client takes. */
const longestName = 64
const wellFormed = /^[a-z][a-z0-9_]{0,39}$/

/** The problems of the tools of all plugins, each a sentence. @param readsInputs whether their inputs are judged too */
export function toolProblems(plugins: readonly PluginRoutes[], readsInputs: boolean): readonly string[] {
  const seen = new Map<string, string>()
  return plugins.flatMap(({ plugin, routes }) =>
    routes.flatMap(({ endpoint, pattern }) => {
      const options = mcpOptions(endpoint)
      if (endpoint === undefined || options === undefined) return []
      const own = options.name ?? operationName(pattern.text)
      const name = `${plugin}_${own}`
      const other = seen.get(name)
      seen.set(name, pattern.text)
      const faults = [...nameFaults(own, name, other), ...(readsInputs ? inputFaults(endpoint) : [])]
      return faults.map((fault) => `Plugin "${plugin}" can't offer "${pattern.text}" as the tool "${name}": ${fault}.`)
    }),
  )
}

function mcpOptions(endpoint: Endpoint | undefined): McpOptions | undefined {
  const mcp = endpoint?.mcp
  if (mcp === undefined || mcp === false) return undefined
  return mcp === true ? {} : mcp
}

function nameFaults(own: string, name: string, other: string | undefined): readonly string[] {
  if (!wellFormed.test(own)) return ['its name must be at most 40 lowercase letters, digits, and "_"']
  if (name.length > longestName) return [`the name is longer than ${longestName} characters; shorten it`]
  return other === undefined ? [] : [`"${other}" has the same name; rename one of them in its mcp options`]
}

function inputFaults(endpoint: Endpoint): readonly string[] {
  const { method } = parsePattern(endpoint.pattern)
  if (method === 'GET' || method === 'HEAD') return []
  const input = new UnknownProperties(inputSchema(endpoint))
  const taken = reserved.find((property) => input.property(property) !== undefined)
  return taken === undefined
    ? []
    : [`its input has the property "${taken}", which is reserved in every tool that writes`]
}
