import type { OutboundPolicy } from '../safehttp/outbound-policy.ts'
import { serviceToken } from '../service.ts'

/**
 * Which destinations the operator lets this host's plugins reach beyond public ones; for the clients of `safehttp`.
 *
 * Audience: authors.
 * @example const client = newClient(10_000, { outbound: ctx.lookup(Outbound) })
 * @since 1.0.0
 */
export const Outbound = serviceToken<OutboundPolicy>('core.outbound')
