import { DnsError } from '../dns-error.ts'

/** Where a server listens. */
export interface ListenAddress {
  /** An IPv4 or IPv6 address; `::` is every address of both. */
  readonly address: string
  /** 0 for any that is free. */
  readonly port: number
}

const dnsPort = 53
/** Programs that listen on port 53 of many machines. */
const resolvers =
  'On port 53 it is often systemd-resolved (set DNSStubListener=no in /etc/systemd/resolved.conf), dnsmasq or another DNS server.'

const reasons: Readonly<Record<string, (port: number) => string>> = {
  EADDRINUSE: (port) => {
    const shown = `Another program uses this address and port; "ss -lnptu sport = :${port}" shows it.`
    return port === dnsPort ? `${shown} ${resolvers} Stop it, or choose one address of the machine.` : shown
  },
  EACCES: (port) =>
    `This process may not listen on the port. Set "sysctl net.ipv4.ip_unprivileged_port_start=${port}", or give it the capability CAP_NET_BIND_SERVICE.`,
  EADDRNOTAVAIL: () =>
    'This machine doesn\'t have the address; "ip address" shows those that it has. Behind NAT, choose the private one.',
  EAFNOSUPPORT: () => "This machine doesn't support this kind of address. Choose an IPv4 address.",
}

/** The error for an address on which a server can't listen: the code of the system, the cause, and the fix. */
export function listenError(failure: unknown, { address, port }: ListenAddress): DnsError {
  const code = codeOf(failure)
  const place = address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
  const reason = reasons[code]?.(port) ?? 'The system refused it.'
  return new DnsError('unreachable', `The DNS server can't listen on ${place} (${code}). ${reason}`, 'address')
}

export function codeOf(failure: unknown): string {
  return failure instanceof Error && 'code' in failure && typeof failure.code === 'string' ? failure.code : 'no reason'
}
