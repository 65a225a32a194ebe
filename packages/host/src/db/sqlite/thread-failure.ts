import { sqliteError } from './sqlite-error.ts'

/** The parts of an error that can be sent between threads. */
export interface ThreadFailure {
  readonly message: string
  readonly errcode?: number
}

/** An error as it crosses between threads. */
export function failureOf(error: unknown): ThreadFailure {
  const { message, errcode } = error as { message?: unknown; errcode?: unknown }
  return { message: String(message), ...(typeof errcode === 'number' && { errcode }) }
}

/** The error that crossed, as the layer reports it. */
export function errorOf({ message, errcode }: ThreadFailure): Error {
  return sqliteError(Object.assign(new Error(message), { errcode }))
}
