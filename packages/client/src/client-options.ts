import type { Endpoint, EndpointInput, EndpointOutput, Language } from '@host/plugin/wire'
import type { ClientError } from './client-error.ts'

/** How to reach a host. What may change between calls is a function. */
export interface ClientOptions {
  /** Where the host answers, such as `https://work.example`; only its origin and path are used. */
  readonly baseUrl: string | URL
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /** The `csrfToken` of the session, sent with every call that changes something. */
  readonly csrfToken?: () => string | undefined
  /** An API token, for programs; a browser has its session cookie. */
  readonly token?: string
  /** The language that labels and problems should come in. */
  readonly language?: () => Language
  /**
   * Names the browser tab that calls, 1 to 64 visible ASCII characters, so that it can tell its own changes apart when
   * they come back live (`X-Tab-Id`).
   */
  readonly tabId?: string
  /** A call was answered 401 because there is no session, or no longer; the call itself rejects as well. */
  readonly onUnauthenticated?: (error: ClientError) => void
  /** A call was refused because the CSRF token is not the session's, or no longer; the call itself rejects as well. */
  readonly onCsrfRefused?: (error: ClientError) => void
  /** How long an answer may take, in milliseconds; 30,000 when left out. */
  readonly timeoutMilliseconds?: number
}

/** What a single call may add. */
export interface CallOptions {
  /** Makes a repeat of this call answer like the first, for 24 hours (`Idempotency-Key`). */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** Lets the call outlive the page that made it; its body is then at most 64 kB. */
  readonly keepalive?: boolean
}

type NoInput = { readonly [Key in string]?: never }
type Input<E extends Endpoint> = keyof EndpointInput<E> extends never ? NoInput : EndpointInput<E>

/** The arguments of a call after its endpoint: the input may be left out when nothing in it is required. */
export type CallArguments<E extends Endpoint, Options = CallOptions> =
  Partial<Input<E>> extends Input<E>
    ? readonly [input?: Input<E>, options?: Options]
    : readonly [input: Input<E>, options?: Options]

/** Typed calls to one host. */
export interface Client {
  /**
   * Calls a typed endpoint: wildcards of the pattern go into the path, the rest of the input into the query of GET
   * and DELETE, and into a JSON body otherwise.
   * @throws {ClientError} for everything but an abort
   * @example const note = await client.call(readNote, { id })
   */
  call<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>): Promise<EndpointOutput<E>>
}
