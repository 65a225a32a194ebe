/**
 * Contexts of certificates for handshakes, made when their host is first asked for. One takes about 40 kB and 0.3 ms, so
 * those used lately are kept, and no more of them than fit their memory.
 */
import { createSecureContext, type SecureContext } from 'node:tls'
import type { MaybePromise } from '@host/plugin'
import { RecentMap } from '../support/recent-map.ts'
import type { PemPair } from './certificate-files.ts'
import type { TicketKeys } from './ticket-keys.ts'

/** Contexts that are kept at least, of those used lately; twice as many at most, which is 160 MB. */
const capacity = 2_000
/** Contexts that may be in the making; further handshakes fail, and their clients try again. */
const mostLoading = 100
/** A session resumes under the context that it began under; the name is part of the ticket. */
const sessionIdContext = 'host'

/** A certificate that a context is made of. */
export interface ContextSource {
  /** Names the context; one name has one version at a time. */
  readonly name: string
  /** Another one makes another context, such as a serial number. */
  readonly version: string
  load(): MaybePromise<PemPair | undefined>
}

interface KeptContext {
  readonly version: string
  readonly context: SecureContext
}

export class SecureContexts {
  readonly #tickets: Pick<TicketKeys, 'key' | 'period'>
  readonly #loading = new Map<string, Promise<SecureContext | undefined>>()
  #kept = new RecentMap<string, KeptContext>(capacity)
  #period = -1

  constructor(tickets: Pick<TicketKeys, 'key' | 'period'>) {
    this.#tickets = tickets
  }

  /**
   * The context of a certificate, at once where it is in memory.
   * @returns undefined where the certificate is gone
   * @throws Error for a certificate that can't be read or used, and for too many that are being read
   */
  of(source: ContextSource): MaybePromise<SecureContext | undefined> {
    this.#changeTickets()
    const kept = this.#kept.get(source.name)
    if (kept?.version === source.version) return kept.context
    return this.#loading.get(source.name) ?? this.#load(source)
  }

  #load(source: ContextSource): MaybePromise<SecureContext | undefined> {
    const pair = source.load()
    if (!(pair instanceof Promise)) return this.#keep(source, pair)
    if (this.#loading.size >= mostLoading) throw new Error('Too many certificates are being read.')
    const loading = pair
      .then((loaded) => this.#keep(source, loaded))
      .finally(() => void this.#loading.delete(source.name))
    this.#loading.set(source.name, loading)
    return loading
  }

  #keep({ name, version }: ContextSource, pair: PemPair | undefined): SecureContext | undefined {
    if (pair === undefined) return undefined
    const context = createSecureContext({
      ...pair,
      minVersion: 'TLSv1.2',
      honorCipherOrder: true,
      sessionIdContext,
      ticketKeys: this.#tickets.key,
    })
    this.#kept.set(name, { version, context })
    return context
  }

  /** The keys of tickets are part of each context. */
  #changeTickets(): void {
    const { period } = this.#tickets
    if (period === this.#period) return
    this.#period = period
    this.#kept = new RecentMap(capacity)
  }
}
