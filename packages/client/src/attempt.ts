import type { Endpoint, EndpointError, EndpointOutput, ErrorCode } from '@host/plugin/wire'
import { ClientError, type ClientErrorCode, type ErrorWith } from './client-error.ts'
import type { CallArguments, Client } from './client.ts'

/** An error that the definition of an endpoint names, one variant per code. */
export type DeclaredError<Code extends ErrorCode> = { [One in Code]: ErrorWith<One> }[Code]

/** An error that every call may end with, and that all callers treat alike. */
export type GeneralError<Code extends ErrorCode> = ErrorWith<Exclude<ClientErrorCode, Code>>

/** A call that was answered. */
export interface Succeeded<Value> {
  readonly ok: true
  readonly value: Value
  readonly error?: undefined
}

/** A failed call; its `code` separates the errors of the definition from those of every call. */
export interface Failed<Code extends ErrorCode> {
  readonly ok: false
  readonly error: DeclaredError<Code> | GeneralError<Code>
  readonly value?: undefined
}

/** How a call ended, as a value. */
export type Attempt<Value, Code extends ErrorCode> = Succeeded<Value> | Failed<Code>

/**
 * Calls a typed endpoint, and returns its answer or the reason of the failure. It rejects only for an abort, and for an
 * input that no request can carry.
 * @example
 * const renamed = await attempt(client, renameNote, { id, title })
 * if (!renamed.ok && renamed.error.code === 'conflict') return 'Another note has this title.'
 * @since 1.0.0
 */
export async function attempt<E extends Endpoint>(
  client: Pick<Client, 'call'>,
  endpoint: E,
  ...args: CallArguments<E>
): Promise<Attempt<EndpointOutput<E>, EndpointError<E>>> {
  try {
    return { ok: true, value: await client.call(endpoint, ...args) }
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    return { ok: false, error: error as DeclaredError<EndpointError<E>> | GeneralError<EndpointError<E>> }
  }
}
