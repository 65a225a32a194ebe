/**
 * A plugin's own tools for agents as routes, so that all rules of routes apply to them: the gate, the guard, the scope,
 * limits, idempotency, validation and the audit log.
 */
import { defineEndpoint, type Endpoint, type JsonSchema, type McpTool } from '@host/plugin'
import { toolSchema } from './tool-schema.ts'

const wellFormedName = /^[a-z][a-z0-9_]{0,39}$/
const longestDescription = 2_000
const mostTools = 100

/** Dependencies of a plugin's tools. */
export interface ToolMount {
  readonly plugin: string
  /** Asks the plugin for its tools; undefined for a plugin that has none. */
  readonly mcpTools: (() => unknown) | undefined
  readonly endpoint: (definition: Endpoint, handler: (scope: never) => unknown) => void
}

/** Registers the routes of a plugin's tools. @returns their problems, as sentences */
export function mountTools(mount: ToolMount): readonly string[] {
  const { plugin, mcpTools, endpoint } = mount
  if (mcpTools === undefined) return []
  const seen = new Set<string>()
  return listed(mcpTools()).flatMap((tool, index) => {
    try {
      const checked = checkTool(tool, seen)
      endpoint(definitionOf(plugin, checked), handlerOf(checked))
      return []
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      return [`Plugin "${plugin}" can't have the tool ${nameOf(tool, index)}: ${error.message.replace(/\.$/, '')}.`]
    }
  })
}

function listed(tools: unknown): readonly McpTool[] {
  if (Array.isArray(tools) && tools.length <= mostTools) return tools as readonly McpTool[]
  throw new TypeError(`its mcpTools must return a list of at most ${mostTools} tools`)
}

function nameOf(tool: unknown, index: number): string {
  const name = typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : undefined
  return typeof name === 'string' ? JSON.stringify(name) : `number ${index + 1}`
}

function checkTool(tool: McpTool, seen: Set<string>): McpTool {
  if (typeof tool !== 'object' || tool === null) throw new TypeError('it is not an object')
  const { name, description, run } = tool
  if (typeof name !== 'string' || !wellFormedName.test(name)) {
    throw new TypeError('its name must be at most 40 lowercase letters, digits, and "_"')
  }
  if (seen.has(name)) throw new TypeError('another tool has the same name; rename one of them')
  seen.add(name)
  if (typeof description !== 'string' || description.trim() === '' || description.length > longestDescription) {
    throw new TypeError(`its description must be 1 to ${longestDescription} characters`)
  }
  if (typeof run !== 'function') throw new TypeError('its run is not a function')
  return tool
}

function definitionOf(plugin: string, tool: McpTool): Endpoint {
  const { name, description, input, role, permission, readOnly = false, destructive, approval } = tool
  const pattern = `POST /api/x/${plugin}/tools/${name}`
  const options = {
    pattern,
    input: toolSchema(input),
    output: anything,
    summary: firstSentence(description),
    description,
    ...(role !== undefined && { role }),
    ...(permission !== undefined && { permission }),
    // A read-only tool leaves no entry of a change; the call itself is logged all the same.
    audit: readOnly ? (false as const) : 'tool.run',
    changes: readOnly ? (false as const) : [`/api/x/${plugin}`],
    mcp: {
      name,
      description,
      readOnly,
      ...(destructive !== undefined && { destructive }),
      ...(approval !== undefined && { approval }),
    },
    toJSONSchema: (schema: unknown): JsonSchema => (schema === anything ? {} : input),
  }
  return defineEndpoint(options as Parameters<typeof defineEndpoint>[0])
}

function handlerOf(tool: McpTool): (scope: never) => unknown {
  return async (scope: Parameters<McpTool['run']>[0] & { readonly input: unknown }) =>
    (await tool.run(scope, scope.input)) ?? null
}

function firstSentence(text: string): string {
  // bounded: a description comes from the plugin's code.
  const [first = text] = /^.*?[.!?。！？](?=\s|$)/su.exec(text.trim()) ?? [text.trim()]
  return first.slice(0, 200).replace(/\.$/, '')
}

/** The output of a tool is not validated. */
const anything: Endpoint['output'] = Object.freeze({
  '~standard': Object.freeze({ version: 1 as const, vendor: 'host', validate: (value: unknown) => ({ value }) }),
})
