import { SafeClient } from './safe-client.ts'
import type { SafeClientOptions, SafeHttpClient, SafeInit } from './safe-http-client.ts'
import type { SafeResponse } from './safe-response.ts'

/**
 * Creates a client; one for the life of a plugin, because it keeps connections. Nothing is loaded or opened before its
 * first request. By itself it reaches public addresses only; destinations allowed by the operator come with `outbound`.
 * @param timeout for a whole request, from the look-up over every redirect to the end of the body, in milliseconds
 * @throws RangeError for a time-out that is not a whole number of milliseconds, or above ten minutes
 * @example const client = newClient(10_000, { outbound: ctx.lookup(Outbound) })
 * @since 1.0.0
 */
export function newClient(timeout: number, options: SafeClientOptions = {}): SafeHttpClient {
  return Object.freeze(new SafeClient(timeout, options))
}

/**
 * Fetches a URL.
 * @param signal ends the request when aborted, such as `scope.signal`
 * @param userAgent names the client, such as `links/1.4`
 * @throws SafeHttpError; the signal's reason when it was aborted
 * @example const preview = await get(scope.signal, client, input.url, 'links/1.4')
 * @since 1.0.0
 */
export function get(
  signal: AbortSignal,
  client: SafeHttpClient,
  url: string | URL,
  userAgent: string,
): Promise<SafeResponse> {
  return client.fetch(signal, url, { headers: { 'user-agent': userAgent } })
}

/**
 * Sends a request to a URL, with a method, headers and a body.
 * @throws SafeHttpError; the signal's reason when it was aborted; TypeError for an invalid method, header or body
 * @example
 * const { status } = await fetch(signal, client, endpoint.url, {
 *   method: 'POST',
 *   headers: { 'content-type': 'application/json', 'user-agent': 'webhooks/1.0' },
 *   body: JSON.stringify(event),
 * })
 * @since 1.0.0
 */
export function fetch(
  signal: AbortSignal,
  client: SafeHttpClient,
  url: string | URL,
  init: SafeInit = {},
): Promise<SafeResponse> {
  return client.fetch(signal, url, init)
}
