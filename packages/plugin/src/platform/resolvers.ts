import { serviceToken } from '../service.ts'

/** The resolvers of the operator. */
export interface DnsResolvers {
  readonly addresses: readonly string[]
  /** Of the resolvers, and of every name server that a look-up leads to. */
  readonly port: number
}

/**
 * The resolvers that look-ups in DNS begin with; those of the system when nothing provides it.
 *
 * Audience: platform.
 */
export const Resolvers = serviceToken<DnsResolvers>('core.resolvers')
