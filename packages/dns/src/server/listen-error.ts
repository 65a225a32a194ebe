import { DnsError } from '../dns-error.ts'

/** Where a server listens. */
export interface ListenAddress {
  /** An IPv4 or IPv6 address; `::` is every address of both. */
  readonly address: string
  /** 0 for any that is free. */
  readonly port: number
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program uses this address and port.',
  EACCES: 'This process may not listen on the port. Allow it, or choose a port above 1,023.',
  EADDRNOTAVAIL: "This machine doesn't have the address.",
  EAFNOSUPPORT: "This machine doesn't support this kind of address.",
}

/** The error for an address on which a server can't listen. */
export function listenError(failure: unknown, { address, port }: ListenAddress): DnsError {
  const code = codeOf(failure)
  const place = address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
  const reason = reasons[code] ?? `The system refused it (${code}).`
  return new DnsError('unreachable', `The DNS server can't listen on ${place}. ${reason}`, 'address')
}

export function codeOf(failure: unknown): string {
  return failure instanceof Error && 'code' in failure && typeof failure.code === 'string' ? failure.code : 'no reason'
}
