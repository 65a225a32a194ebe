/** A route as its operation needs it, defined either by an endpoint or by the description of a raw route. */
import { errorCatalog, nothing, type DescribedAnswer, type ErrorCode, type RouteContent } from '@host/plugin'
import type { ApiRoute } from '@host/plugin/platform'
import { hostErrors } from '@host/plugin/wire'
import { isObject, type JsonObject } from '../support/json.ts'
import { closed, open } from './schema-openness.ts'

export interface DescribedRoute {
  readonly summary: string
  readonly description: string | undefined
  /** The object that a query is read into; undefined where none is. */
  readonly query: JsonObject | undefined
  readonly body: RouteContent | undefined
  /** The media types of the file that is its body. */
  readonly file: readonly string[] | undefined
  /** The answer that is JSON, with its status. */
  readonly output: { readonly status: number; readonly schema: JsonObject | undefined } | undefined
  /** Its other answers, by status. */
  readonly answers: Readonly<Record<string, DescribedAnswer>>
  readonly codes: readonly ErrorCode[]
  readonly examples: readonly Example[]
}

/** A call as the definition shows it. */
export interface Example {
  readonly title: string
  readonly input: unknown
  readonly output: unknown
}

/** Undefined for a route that says nothing of itself. */
export function describedRoute(route: ApiRoute): DescribedRoute | undefined {
  if (route.endpoint !== undefined) return typedRoute(route, route.endpoint)
  return route.operation === undefined ? undefined : rawRoute(route, route.operation)
}

type Endpoint = NonNullable<ApiRoute['endpoint']>

function typedRoute(route: ApiRoute, endpoint: Endpoint): DescribedRoute {
  const { summary, description, answers = {}, errors } = endpoint
  const schema = endpoint.input === nothing ? undefined : closed(endpoint.jsonSchema('input'))
  const isInQuery = /^(?:GET|HEAD|DELETE) /.test(route.pattern) || endpoint.upload !== undefined
  return {
    summary,
    description,
    query: isInQuery ? schema : undefined,
    body: isInQuery || schema === undefined ? undefined : { type: 'application/json', schema },
    file: endpoint.upload?.accept,
    output: outputOf(endpoint),
    answers,
    codes: codesOf(route, errors),
    examples: (endpoint.examples ?? []).map((example, index) => ({
      title: textOf(example, 'title') ?? `Example ${index + 1}`,
      input: memberOf(example, 'input'),
      output: memberOf(example, 'output'),
    })),
  }
}

function outputOf({ output, status, answers = {}, ...endpoint }: Endpoint): DescribedRoute['output'] {
  if (output !== nothing) return { status: status ?? 200, schema: open(endpoint.jsonSchema('output')) }
  const isDescribed = Object.keys(answers).some((each) => Number(each) < 300)
  return isDescribed ? undefined : { status: status ?? 204, schema: undefined }
}

function rawRoute(route: ApiRoute, operation: NonNullable<ApiRoute['operation']>): DescribedRoute {
  const { summary, description, query, body, answers, errors = [] } = operation
  return {
    summary,
    description,
    query: query === undefined ? undefined : queryOf(query),
    body,
    file: undefined,
    output: undefined,
    answers,
    codes: codesOf(route, errors),
    examples: [],
  }
}

function queryOf(query: Readonly<Record<string, string>>): JsonObject {
  const properties = Object.entries(query).map(([name, description]) => [name, { type: 'string', description }])
  return { type: 'object', properties: Object.fromEntries(properties) }
}

const allCodes = Object.keys(errorCatalog) as ErrorCode[]

/** The errors of the host for calls of the route, and those its handler throws, in the order of the catalog. */
function codesOf(route: ApiRoute, thrown: readonly ErrorCode[]): readonly ErrorCode[] {
  const { pattern, audience, agents, requirements, rateLimit, isIdempotent, endpoint, plugin } = route
  const isCore = plugin.info.core === true
  const { input, mcp } = endpoint ?? {}
  const own = hostErrors({ ...requirements, pattern, audience, agents, rateLimit, isIdempotent, isCore, input, mcp })
  const named = new Set([...own, ...thrown])
  return allCodes.filter((code) => named.has(code))
}

function memberOf(value: object, name: string): unknown {
  return isObject(value) ? value[name] : undefined
}

function textOf(value: object, name: string): string | undefined {
  const member = memberOf(value, name)
  return typeof member === 'string' ? member : undefined
}
