import { serviceToken } from '../service.ts'

/** Where the operator wants DNS to be answered. */
export interface DnsListenOptions {
  /** All addresses of the machine when undefined. */
  readonly host: string | undefined
  /** For UDP and TCP; any free port when 0. */
  readonly port: number
}

/** An authoritative DNS server. */
export interface DnsAnswerer {
  /** Begins to answer. A rejection refuses the start of the host. @returns the port */
  listen(options: DnsListenOptions): Promise<number>
  /** Sends the answers that have begun, for at most `deadline` milliseconds, and closes its sockets. */
  stop(deadline: number): Promise<void>
  /** Zones that this process answers for, and those that it can't. */
  state?(): DnsServerState
}

/** The zones of a DNS server. */
export interface DnsServerState {
  /** How many are answered, also from before a load that failed. */
  readonly zones: number
  /** How many could not be loaded as they are now. */
  readonly refused: number
  /** The first of these. */
  readonly firstRefused: string | undefined
}

/** Listens for DNS together with the host. */
export interface DnsInboundService {
  /** The names of this server in NS records, as `normalizeHostName` has them; the first one is in SOA records, too. */
  readonly names: readonly [string, ...string[]]
  /** Registers the one server of the build; call it in `mount`. It listens when the host does, and stops with it. */
  answer(server: DnsAnswerer): void
}

/**
 * Answering DNS, where `HOST_DNS_LISTEN` is set; nothing provides it otherwise.
 *
 * Audience: platform.
 * @since 1.1.0
 */
export const DnsInbound = serviceToken<DnsInboundService>('core.dns-inbound')
