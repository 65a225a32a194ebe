import type { Endpoint, EndpointInput, EndpointOutput, ParamsOf, Upload, UploadInput } from '@host/plugin/wire'
import type { RetryOptions } from './retry/retry-options.ts'

/** Options of a single call. */
export interface CallOptions {
  /**
   * Makes a repeat of this call answer like the first, for 24 hours (`Idempotency-Key`). The client makes one for each
   * call that changes something in a workspace when it is left out.
   */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** Lets the call outlive the page that made it; its body is then at most 64 kB. */
  readonly keepalive?: boolean
  /** Retries of this call, in place of the client's. */
  readonly retry?: RetryOptions | false
}

/** Options of an opened call. */
export interface OpenOptions extends CallOptions {
  /** Headers beside those of the client, such as `accept`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** How much of a file has been sent, in bytes. */
export interface UploadProgress {
  readonly sent: number
  readonly total: number
}

/** Options of an upload. It has no time limit of its own: the host ends one that is too slow. */
export interface UploadCallOptions {
  /**
   * Makes a repeat of this upload answer like the first (`Idempotency-Key`); the client makes one when it is left out. An
   * upload is never repeated by the client: give the same key to try again.
   */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** Called as the file is sent: continually in a browser, at the beginning and the end elsewhere. */
  readonly onProgress?: (progress: UploadProgress) => void
  /** The name of a file that has none of its own. */
  readonly fileName?: string
}

type NoInput = { readonly [Key in string]?: never }
type Input<E extends Endpoint> = keyof EndpointInput<E> extends never ? NoInput : EndpointInput<E>

/** The arguments of a call after its endpoint: the input may be left out when nothing in it is required. */
export type CallArguments<E extends Endpoint, Options = CallOptions> =
  Partial<Input<E>> extends Input<E>
    ? readonly [input?: Input<E>, options?: Options]
    : readonly [input: Input<E>, options?: Options]

/** Where a call that is opened goes: a method and a path of the host. */
export type OpenPattern = `${string} /${string}`

/** The wildcards of a pattern, and any further values for query or body. */
export type OpenInput<P extends string> = ParamsOf<P> & { readonly [name: string]: unknown }

/** The arguments of an opened call after its pattern: the input may be left out where there is no wildcard. */
export type OpenArguments<P extends string, Options = OpenOptions> = keyof ParamsOf<P> extends never
  ? readonly [input?: OpenInput<P>, options?: Options]
  : readonly [input: OpenInput<P>, options?: Options]

/** Typed calls to one host. */
export interface Client {
  /**
   * Calls a typed endpoint: wildcards of the pattern go into the path, the rest of the input into the query of GET
   * and DELETE, and into a JSON body otherwise.
   * @throws {ClientError} for everything but an abort
   * @example const note = await client.call(readNote, { id })
   */
  call<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>): Promise<EndpointOutput<E>>
  /**
   * Sends a file to a typed upload, with its fields beside it.
   * @throws {ClientError} for everything but an abort
   * @example
   * const receipt = await client.upload(addReceipt, { id, file }, { onProgress: ({ sent, total }) => show(sent / total) })
   */
  upload<U extends Upload>(upload: U, input: UploadInput<U>, options?: UploadCallOptions): Promise<EndpointOutput<U>>
  /**
   * Opens an answer that isn't JSON, such as a download, as soon as its headers are there. Its body has no time limit;
   * a body that breaks off fails with a `ClientError` too.
   * @throws {ClientError} for everything but an abort
   * @example const { body } = await client.open('GET /api/audit/export', { format: 'csv' })
   */
  open<const P extends OpenPattern>(pattern: P, ...args: OpenArguments<NoInfer<P>>): Promise<Response>
}
