/**
 * Requests to destinations named by others: a member, an admin, a webhook's payload, a discovery document (spec §5.8,
 * §8).
 *
 * @example
 * import { Outbound } from '@host/plugin'
 * import { get, newClient, SafeHttpError } from '@host/plugin/safehttp'
 *
 * mount(mux, ctx) {
 *   const client = newClient(10_000, { outbound: ctx.lookup(Outbound) })
 *   mux.endpoint(readTitle, async ({ signal, input }) => {
 *     const page = await get(signal, client, input.url, 'titles/1.0')
 *     return { title: titleOf(page.text()) }
 *   })
 * }
 */
export { judge } from './judge.ts'
export { requireDestination } from './require-destination.ts'
export { fetch, get, newClient } from './send.ts'
export type { SafeClientOptions, SafeHttpClient, SafeInit, SafeMethod } from './safe-http-client.ts'
export type { SafeResponse } from './safe-response.ts'
export { SafeHttpError } from './safe-http-error.ts'
export type { SafeHttpReason } from './safe-http-error.ts'
export type { Admission, OutboundOptions, OutboundPolicy } from './outbound-policy.ts'
