import type { OutboundPolicy } from './outbound-policy.ts'
import type { SafeResponse } from './safe-response.ts'

/** Methods that a request may have. */
export type SafeMethod = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Options of a request beyond its URL. */
export interface SafeInit {
  /** `GET` when left out. */
  readonly method?: SafeMethod
  /** `host` and headers that frame the message or address a proxy are left out. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** How a client differs from the others. */
export interface SafeClientOptions {
  /** Destinations that the operator allows this host: `ctx.lookup(Outbound)`. Public addresses only when left out. */
  readonly outbound?: OutboundPolicy | undefined
  /** The largest body of an answer, after decoding; 10 MiB when left out. */
  readonly maxBytes?: number
  /** `false` answers with a redirect as it is, without its body; true when left out. */
  readonly followsRedirects?: boolean
  /**
   * Authorities that certificates of destinations must be from, as PEM: for a server of the operator that has a private
   * one. Those of Node when left out.
   */
  readonly roots?: readonly string[] | undefined
}

/** Sends requests to destinations named by others. Its connections are not shared. */
export interface SafeHttpClient {
  /** Called by `get` and `fetch`; a test of a plugin may use its own. */
  fetch(signal: AbortSignal, url: string | URL, init?: SafeInit): Promise<SafeResponse>
}
