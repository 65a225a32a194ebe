/**
 * Contexts of certificates for handshakes, made when their host is first asked for. One takes 30 to 40 kB and 0.3 ms, so
 * those used last are kept, and no more of them than fit their memory.
 *
 * That memory is not on the heap of JavaScript, so no collection comes for its sake: a context that is dropped is closed.
 * Connections go on with it, and it is freed with the last one.
 */
import { createSecureContext, type SecureContext } from 'node:tls'
import type { MaybePromise } from '@host/plugin'
import type { PemPair } from './certificate-files.ts'
import type { TicketKeys } from './ticket-keys.ts'

/** Contexts that are kept: at most 160 MB. */
const mostKept = 4_000
/** Contexts that may be in the making; further handshakes fail, and their clients try again. */
const mostLoading = 100
/** Contexts that stay open after they were dropped: a handshake that was given one a moment ago has yet to begin. */
const mostDropped = 100
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
  readonly #mostKept: number
  readonly #loading = new Map<string, Promise<SecureContext | undefined>>()
  /** The one that was used last stands at the end. */
  readonly #kept = new Map<string, KeptContext>()
  readonly #dropped: SecureContext[] = []
  #period = -1

  constructor(tickets: Pick<TicketKeys, 'key' | 'period'>, most = mostKept) {
    this.#tickets = tickets
    this.#mostKept = most
  }

  /**
   * The context of a certificate, at once where it is in memory.
   * @returns undefined where the certificate is gone
   * @throws Error for a certificate that can't be read or used, and for too many that are being read
   */
  of(source: ContextSource): MaybePromise<SecureContext | undefined> {
    this.#changeTickets()
    const kept = this.#kept.get(source.name)
    if (kept?.version === source.version) {
      this.#kept.delete(source.name)
      this.#kept.set(source.name, kept)
      return kept.context
    }
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
    this.#drop(name)
    this.#kept.set(name, { version, context })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > this.#mostKept && oldest !== undefined) this.#drop(oldest)
    return context
  }

  #drop(name: string): void {
    const kept = this.#kept.get(name)
    this.#kept.delete(name)
    if (kept !== undefined) this.#dropped.push(kept.context)
    const longest = this.#dropped.length > mostDropped ? this.#dropped.shift() : undefined
    if (longest !== undefined) closeContext(longest)
  }

  /** The keys of tickets are part of each context. */
  #changeTickets(): void {
    const { period } = this.#tickets
    if (period === this.#period) return
    this.#period = period
    for (const name of this.#kept.keys()) this.#drop(name)
  }
}

/** As `node:tls` itself does with a context of one connection. */
function closeContext({ context }: SecureContext): void {
  ;(context as { close?(): void }).close?.()
}
