import { isUnix, type HttpAddress } from '../http/http-address.ts'
import { trustsSockets } from '../http/trusted-proxies.ts'

/** Values as they are read: undefined where a variable has a mistake. */
interface SocketValues {
  readonly listen: HttpAddress | undefined
  readonly trustedProxies: string | undefined
}

/**
 * A host on a port must not trust peers without an address: a connection that is closed has none either, so that any client
 * could claim an address.
 */
export function socketProblems({ listen, trustedProxies = '' }: SocketValues): readonly string[] {
  if (listen === undefined || isUnix(listen) || !trustsSockets(trustedProxies)) return []
  return ['HOST_TRUST_PROXY: it has "unix", but HOST_LISTEN is not a socket; remove it, or use HOST_LISTEN=unix:/path.']
}
