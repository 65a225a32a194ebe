import type { ErrorCode } from '@host/plugin/wire'
import type { ClientError, ErrorWith } from './client-error.ts'
import type { Attempt, GeneralError } from './attempt.ts'

/** Handlers for the result of a call: one for each error that its definition names, and one for the rest. */
export type Handlers<Value, Code extends ErrorCode, Result> = {
  readonly [One in Code]: (error: ErrorWith<One>) => Result
} & {
  readonly ok: (value: Value) => Result
  /** Errors of every call, and codes of a newer host. */
  readonly otherwise: (error: GeneralError<Code>) => Result
}

/**
 * Handles every result of a call. An error of the endpoint's definition without a handler does not compile.
 * @example
 * const text = match(await attempt(client, renameNote, { id, title }), {
 *   ok: (note) => note.title,
 *   not_found: () => 'The note is gone.',
 *   otherwise: (error) => error.message,
 * })
 * @since 1.0.0
 */
export function match<Value, Code extends ErrorCode, Result>(
  attempted: Attempt<Value, Code>,
  handlers: Handlers<Value, Code, Result>,
): Result {
  if (attempted.ok) return handlers.ok(attempted.value)
  const { error } = attempted
  const byCode = handlers as unknown as Readonly<Record<string, (failure: ClientError) => Result>>
  const named = reserved.has(error.code) || !Object.hasOwn(handlers, error.code) ? undefined : byCode[error.code]
  return named === undefined ? handlers.otherwise(error as GeneralError<Code>) : named(error)
}

/** A server could send these as codes, too. */
const reserved: ReadonlySet<string> = new Set(['ok', 'otherwise'])
