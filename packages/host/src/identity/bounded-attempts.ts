/**
 * Bounds the audit entries that anyone can cause without signing in: a refused password, code or passkey, and a link that was
 * asked for. The first entries of an hour are written as they are; further ones are counted, and each count is written as one
 * entry when the hour is over or the process stops. Every process has its own hour.
 */
import type { Log } from '@host/plugin'
import type { IdentityAudit, IdentityEntry } from './identity-audit.ts'
import { throttleBudgets } from './throttle-budgets.ts'
import { networkOf } from '../request/network.ts'
import { runPeriodically } from '../support/periodic.ts'

const minute = 60_000

/** How many entries are written as they are. */
const bounds = throttleBudgets.entries

/** Dependencies of `BoundedAttempts`. */
export interface BoundedAttemptsOptions {
  readonly trail: IdentityAudit
  /** The address of the client of the running request; undefined outside of requests. */
  readonly address: () => string | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
}

interface Count {
  readonly entry: IdentityEntry
  readonly network: string | undefined
  seen: number
  repeats: number
}

/**
 * An audit log for identity with a bounded growth by anonymous clients. Memory is bounded by the entries of an hour.
 */
export class BoundedAttempts implements IdentityAudit {
  readonly #options: BoundedAttemptsOptions
  #since: number
  #written = 0
  #counts = new Map<string, Count>()
  #networks = new Map<string, number>()

  constructor(options: BoundedAttemptsOptions) {
    this.#options = options
    this.#since = options.clock()
  }

  async record(entry: IdentityEntry): Promise<void> {
    if (!isAttempt(entry) || this.#isDue(entry)) await this.#options.trail.record(entry)
  }

  /** @returns how to stop, which writes the counts of the running hour */
  start(): () => Promise<void> {
    const { log } = this.#options
    return runPeriodically({
      every: minute,
      isRunAtStop: true,
      work: async (stopping) => await this.round(stopping.aborted),
      onError: (error) =>
        log.warn('The counts of repeated sign-in failures could not be written to the audit log', { error }),
    })
  }

  /** Writes the counts when their hour is over, or at the last round. */
  async round(isLast = false): Promise<void> {
    const isOver = Math.abs(this.#options.clock() - this.#since) >= bounds.window
    if (isOver || isLast) await this.#flush()
  }

  /** Whether an entry is written as it is; otherwise it is counted. */
  #isDue(entry: IdentityEntry): boolean {
    const address = this.#options.address()
    const network = address === undefined ? 'none' : networkOf(address)
    const key = JSON.stringify([entry.action, entry.target, network])
    const ofNetwork = this.#networks.get(network) ?? 0
    const isFull = this.#written >= bounds.inAll || ofNetwork >= bounds.perNetwork
    const count = this.#counts.get(key) ?? (isFull ? this.#overflow(entry) : this.#add(key, { entry, network }))
    if (isFull || count.seen >= bounds.perTarget) {
      count.repeats += 1
      return false
    }
    count.seen += 1
    this.#written += 1
    this.#networks.set(network, ofNetwork + 1)
    return true
  }

  /** One count per action for the entries that are over the bounds of all, whichever account they are about. */
  #overflow({ orgId, action }: IdentityEntry): Count {
    return this.#counts.get(action) ?? this.#add(action, { entry: { orgId, action }, network: undefined })
  }

  #add(key: string, about: Pick<Count, 'entry' | 'network'>): Count {
    const count = { ...about, seen: 0, repeats: 0 }
    this.#counts.set(key, count)
    return count
  }

  async #flush(): Promise<void> {
    const { trail, clock } = this.#options
    const since = new Date(this.#since).toISOString()
    const counts = [...this.#counts.values()].filter(({ repeats }) => repeats > 0)
    this.#since = clock()
    this.#written = 0
    this.#counts = new Map()
    this.#networks = new Map()
    for (const { entry, network, repeats } of counts) {
      const about = network === undefined ? {} : { network }
      await trail.record({ ...entry, after: { ...entry.after, repeats, since, ...about } })
    }
  }
}

/** An entry about the instance that names no person, of an action that changes nothing by itself. */
function isAttempt({ orgId, actorId, action }: IdentityEntry): boolean {
  return orgId === undefined && actorId === undefined && /(?:\.refused|_asked)$/.test(action)
}
