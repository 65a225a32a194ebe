import type { OutboundPolicy } from './outbound-policy.ts'
import type { SafeResponse } from './safe-response.ts'

/** Methods that a request may have. */
export type SafeMethod = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a request may say beyond its URL. */
export interface SafeInit {
  /** `GET` when left out. */
  readonly method?: SafeMethod
  /** `host` and what frames the message or speaks to a proxy is left out. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** How a client differs from the others. */
export interface SafeClientOptions {
  /** What the operator lets this host reach: `ctx.lookup(Outbound)`. Public addresses only when left out. */
  readonly outbound?: OutboundPolicy | undefined
  /** The largest body of an answer, after decoding; 10 MiB when left out. */
  readonly maxBytes?: number
  /** `false` answers with a redirect as it is, without its body; true when left out. */
  readonly followsRedirects?: boolean
}

/** Sends requests to destinations that someone else named. Keeps its own connections and no one else's. */
export interface SafeHttpClient {
  /** What `get` and `fetch` call; a test of a plugin may bring its own. */
  fetch(signal: AbortSignal, url: string | URL, init?: SafeInit): Promise<SafeResponse>
}
