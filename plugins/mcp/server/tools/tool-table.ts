/** All tools of the build, made once; which of them a token may call is asked with every list. */
import type { McpOptions } from '@host/plugin'
import { parsePattern, type ApiRoute } from '@host/plugin/platform'
import { operationName } from '@host/plugin/wire'
import { searchHelp } from '../../shared/help.ts'
import { inputSchemaOf } from './input-schema.ts'
import { outputOf } from './output-schema.ts'
import type { Tool } from './tool.ts'

/** The tools of a build, by their names. */
export class ToolTable {
  readonly #byName: ReadonlyMap<string, Tool>
  readonly #byPattern: ReadonlyMap<string, Tool>

  constructor(routes: readonly ApiRoute[]) {
    const tools = routes.flatMap((route) => toolOf(route) ?? [])
    this.#byName = new Map(tools.map((tool) => [tool.name, tool]))
    this.#byPattern = new Map(tools.map((tool) => [tool.pattern, tool]))
  }

  /** A tool by its name. */
  find(name: string): Tool | undefined {
    return this.#byName.get(name)
  }

  /** The tools among routes, by their names. */
  among(routes: readonly ApiRoute[]): readonly Tool[] {
    return routes
      .flatMap(({ pattern }) => this.#byPattern.get(pattern) ?? [])
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }
}

const reading: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD'])
const repeatable: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])

function toolOf(route: ApiRoute): Tool | undefined {
  const { endpoint, pattern } = route
  const options = mcpOptions(endpoint?.mcp)
  if (endpoint === undefined || options === undefined) return undefined
  const { method } = parsePattern(pattern)
  const isWriting = !reading.has(method)
  const needsApproval = options.approval === true
  const isReadOnly = options.readOnly ?? !isWriting
  const { isWrapped, schema } = outputOf(endpoint, { isWriting, needsApproval })
  const { summary } = endpoint
  const name = toolName(route, options)
  return Object.freeze<Tool>({
    name,
    pattern,
    route,
    isWriting,
    needsApproval,
    isWrapped,
    listed: Object.freeze({
      name,
      title: summary,
      description: descriptionOf(route, options),
      inputSchema: inputSchemaOf(endpoint, isWriting),
      ...(schema !== undefined && { outputSchema: schema }),
      annotations: Object.freeze({
        title: summary,
        readOnlyHint: isReadOnly,
        destructiveHint: !isReadOnly && (options.destructive ?? method === 'DELETE'),
        idempotentHint: isReadOnly || repeatable.has(method),
      }),
    }),
  })
}

function mcpOptions(mcp: boolean | McpOptions | undefined): McpOptions | undefined {
  if (mcp === undefined || mcp === false) return undefined
  return mcp === true ? {} : mcp
}

/** `<plugin>_<name>`; the help search has a fixed name, since agents look for it first. */
function toolName({ plugin, pattern }: ApiRoute, { name }: McpOptions): string {
  return pattern === searchHelp.pattern ? 'search_help' : `${plugin.name}_${name ?? operationName(pattern)}`
}

function descriptionOf({ endpoint }: ApiRoute, { description, approval }: McpOptions): string {
  const own = description ?? sentences(endpoint?.summary, endpoint?.description)
  return approval === true ? `${own} ${approvalNote}` : own
}

const approvalNote =
  'A workspace admin must approve each call before it runs: the result is "pending" with an approvalId.'

function sentences(...texts: readonly (string | undefined)[]): string {
  return texts.flatMap((text) => (text === undefined ? [] : [/[.!?。！？]$/u.test(text) ? text : `${text}.`])).join(' ')
}
