/**
 * A typed endpoint as a handler: input read once, validated with every wrong field named, and the output written. It
 * runs after the guard, so an anonymous client learns 401 and nothing about the input.
 */
import type { Endpoint, MaybePromise } from '@host/plugin'
import { json, noContent, nothing, Problem } from '@host/plugin'
import type { PublicScope } from '../request/request-scope.ts'
import { bodyInput } from './body-input.ts'
import { endpointBodyLimits, takesBody } from './endpoint-body-limits.ts'
import { fieldErrors } from '../request/field-errors.ts'
import { inputSchema } from '../request/input-schema.ts'
import { queryInput } from './query-input.ts'
import { andThen } from '../request/and-then.ts'
import { UnknownProperties } from '../request/unknown-properties.ts'

/** The handler of an endpoint, of any audience. @throws TypeError for a handler that is not a function */
export function typedEndpoint<Scope extends PublicScope>(
  endpoint: Endpoint,
  handler: (scope: Scope) => unknown,
): (scope: Scope) => MaybePromise<Response> {
  if (typeof handler !== 'function') throw new TypeError('the handler must be a function')
  const read = inputReader(endpoint)
  const write = answerWriter(endpoint)
  return (scope) =>
    andThen(read(scope), (input) => {
      scope.input = input
      return andThen(handler(scope), write)
    })
}

/** A handler that works before the transaction of an atomic call with an `Idempotency-Key`; see `KeyedCall`. */
export interface PreparingHandler {
  (scope: PublicScope): unknown
  readonly prepare?: (scope: PublicScope) => Promise<AsyncDisposable>
}

/** Keeps the `prepare` of a typed endpoint's handler, and gives it the input. */
export function preparedEndpoint<Typed extends object>(
  endpoint: Endpoint,
  { prepare }: PreparingHandler,
  typed: Typed,
): Typed {
  if (prepare === undefined) return typed
  const read = inputReader(endpoint)
  return Object.assign(typed, {
    prepare: async (scope: PublicScope): Promise<AsyncDisposable> => {
      scope.input = await read(scope)
      return await prepare(scope)
    },
  })
}

/** Reads and validates the input of an endpoint's calls. */
export function inputReader(endpoint: Endpoint): (scope: PublicScope) => MaybePromise<unknown> {
  const schema = (): UnknownProperties => new UnknownProperties(inputSchema(endpoint))
  const check = (value: unknown): MaybePromise<unknown> => validate(endpoint, schema(), value)
  if (!takesBody(endpoint) || endpoint.upload !== undefined) return (scope) => check(queryInput(scope.query, schema()))
  return (scope) => bodyInput(scope.request, endpointBodyLimits(endpoint)).then(check)
}

function validate(endpoint: Endpoint, schema: UnknownProperties, value: unknown): MaybePromise<unknown> {
  const unknown = schema.in(value)
  return andThen(endpoint.input['~standard'].validate(value), (result) => {
    if (result.issues === undefined && unknown.length === 0) return result.value
    throw new Problem('invalid_input', { errors: fieldErrors(unknown, result.issues ?? [], value) })
  })
}

/** Writes the output of an endpoint's handler. */
export function answerWriter(endpoint: Endpoint): (value: unknown) => Response {
  const isEmpty = endpoint.output === nothing
  const options = { status: endpoint.status ?? 200 }
  return (value) => {
    if (value instanceof Response) return value
    if (isEmpty) return endpoint.status === undefined ? noContent() : new Response(null, options)
    if (value === undefined) {
      throw new TypeError(
        `The handler of "${endpoint.pattern}" returned nothing, but its output schema requires a value.`,
      )
    }
    return json(value, options)
  }
}
