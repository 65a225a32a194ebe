import type { Language } from '@host/plugin/wire'
import type { ClientError } from './client-error.ts'
import type { ClientClock } from './retry/client-clock.ts'
import type { RetryOptions } from './retry/retry-options.ts'

/** How to reach a host. Values that may change between calls are functions. */
export interface ClientOptions {
  /** Where the host answers, such as `https://work.example`; only its origin and path are used. */
  readonly baseUrl: string | URL
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /**
   * Whether uploads go through `XMLHttpRequest`, by which a browser reports their progress; by default where the platform
   * has it and no `fetch` is given.
   */
  readonly uploadsByXhr?: boolean
  /** The `csrfToken` of the session, sent with every call that changes something. */
  readonly csrfToken?: () => string | undefined
  /** An API token, for programs; a browser has its session cookie. */
  readonly token?: string
  /**
   * The ID of the workspace that a call is for, sent as `X-Workspace`; it gets the pattern of the endpoint. Without one a
   * session's call is in the workspace used last, which may change at any time, and an API token's in its own.
   */
  readonly workspace?: (pattern: string) => string | undefined
  /** The language that labels and problems should come in. */
  readonly language?: () => Language
  /**
   * Names the calling browser tab, 1 to 64 visible ASCII characters, so that it can recognize its own changes when they
   * come back live (`X-Tab-Id`).
   */
  readonly tabId?: string
  /** Called when a call was answered 401 because there is no session, or no longer; the call itself rejects as well. */
  readonly onUnauthenticated?: (error: ClientError) => void
  /** A call was refused because the CSRF token is not the session's, or no longer; the call itself rejects as well. */
  readonly onCsrfRefused?: (error: ClientError) => void
  /** How long an answer may take, in milliseconds; 30,000 when left out. */
  readonly timeoutMilliseconds?: number
  /** How often a call that is safe to repeat is tried; `false` for once. */
  readonly retry?: RetryOptions | false
  /** Replaces the clock by which the client waits, for tests. */
  readonly clock?: ClientClock
}
