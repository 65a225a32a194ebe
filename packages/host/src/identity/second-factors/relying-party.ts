import { isIP } from 'node:net'

/** This instance, as authenticators and browsers know it (WebAuthn Level 3, §5.4.2). */
export interface RelyingParty {
  /** The host name that passkeys are bound to. */
  readonly id: string
  /** From where their answers may come. */
  readonly origins: readonly string[]
  /** Whether browsers use passkeys at this address at all. */
  readonly isUsable: boolean
}

/**
 * The configured public address is the relying party. Without one it is the host that the browser asked for: its scheme
 * is not known behind a proxy that ends TLS, and a browser takes part only over TLS or on this very machine.
 */
export function relyingParty(request: Request, publicUrl: URL | undefined): RelyingParty {
  const { host, hostname, protocol, origin } = publicUrl ?? new URL(request.url)
  const isName = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0
  if (publicUrl === undefined) return { id: hostname, origins: [`https://${host}`, `http://${host}`], isUsable: isName }
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return { id: hostname, origins: [origin], isUsable: isName && (protocol === 'https:' || isLocal) }
}
