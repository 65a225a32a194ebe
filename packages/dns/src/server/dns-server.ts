/**
 * The sockets of an authoritative server: one for UDP and one for TCP at each address. Answers come from `RequestHandler`,
 * which knows no sockets.
 */
import { RequestHandler, type RequestRules } from '../answer/request-handler.ts'
import { ResponseRateLimiter, type RateLimiterOptions } from '../answer/response-rate-limiter.ts'
import { DnsError } from '../dns-error.ts'
import type { ListenAddress } from './listen-error.ts'
import { TcpListener, type TcpListenerOptions } from './tcp-listener.ts'
import { UdpListener } from './udp-listener.ts'

export interface DnsServerOptions extends RequestRules {
  readonly listen: readonly ListenAddress[]
  /** Limits of answers over UDP; `false` for none. */
  readonly rateLimits?: RateLimiterOptions | false
  readonly tcp?: Partial<Omit<TcpListenerOptions, 'handler' | 'onError'>>
  /** Takes errors of sockets and of `applyUpdate`'s callers, which end no other answer. */
  readonly onError: (error: unknown) => void
}

const tcpLimits = { idleTimeout: 10_000, maxConnections: 100, maxConnectionsPerAddress: 20 }
const closeTimeout = 2_000
/** Ports that are free for TCP and not for UDP, before the server gives up to find one for both. */
const mostTries = 10

interface ListenerPair {
  readonly place: ListenAddress
  readonly udp: UdpListener
  readonly tcp: TcpListener
}

export class DnsServer {
  readonly #pairs: readonly ListenerPair[]
  #stopped: Promise<void> | undefined

  private constructor(pairs: readonly ListenerPair[]) {
    this.#pairs = pairs
  }

  /** Listens on every address. @throws {DnsError} `unreachable` with the address and the reason; then none is left open */
  static async start(options: DnsServerOptions): Promise<DnsServer> {
    const { onError, rateLimits = {} } = options
    const handler = new RequestHandler(options)
    const limiter = rateLimits === false ? undefined : new ResponseRateLimiter(rateLimits)
    const tcp = { ...tcpLimits, ...options.tcp, handler, onError }
    const pairs: ListenerPair[] = []
    try {
      for (const place of options.listen) pairs.push(await openPair(place, { tcp, udp: { handler, limiter, onError } }))
    } catch (error) {
      await closeAll(pairs, 0)
      throw error
    }
    return new DnsServer(pairs)
  }

  /** Where the server listens, with the ports that the system chose. */
  get addresses(): readonly ListenAddress[] {
    return this.#pairs.map(({ place }) => place)
  }

  /** Sends the answers that have begun, for at most this many milliseconds, and closes every socket. */
  async stop(deadline = closeTimeout): Promise<void> {
    this.#stopped ??= closeAll(this.#pairs, deadline)
    await this.#stopped
  }
}

interface PairOptions {
  readonly tcp: TcpListenerOptions
  readonly udp: Parameters<typeof UdpListener.open>[1]
}

async function openPair(place: ListenAddress, options: PairOptions, tries = mostTries): Promise<ListenerPair> {
  const tcp = await TcpListener.open(place, options.tcp)
  const opened = { ...place, port: tcp.port }
  try {
    return { place: opened, tcp, udp: await UdpListener.open(opened, options.udp) }
  } catch (error) {
    await tcp.close(0)
    if (place.port !== 0 || tries === 1 || !(error instanceof DnsError)) throw error
    return openPair(place, options, tries - 1)
  }
}

async function closeAll(pairs: readonly ListenerPair[], deadline: number): Promise<void> {
  await Promise.all(pairs.flatMap(({ udp, tcp }) => [udp.close(), tcp.close(deadline)]))
}
