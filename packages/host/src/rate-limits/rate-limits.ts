/**
 * The host's limits per minute, and the engine behind the limits of plugins.
 *
 *                    one process        several
 *   sign-in          memory             database, exact with every call
 *   api, person      memory             memory, summed through the database once a second
 *   redirect, page   memory             memory, summed through the database once a second
 *   form             memory             database, exact with every call
 *   plugins          memory             database
 *
 * Memory is bounded. A caller dropped from it begins a new window, which is logged.
 */
import type { Log, RateClass, RateLimitService } from '@host/plugin'
import type { Dialect } from '../db/statement.ts'
import { leaseNow } from '../nodes/lease-clock.ts'
import { CallerLimiter, type CountedCaller, type QuickLimiter } from './caller-limiter.ts'
import { MemoryCounter } from './memory-counter.ts'
import type { RateDatabase } from './models.ts'
import { pluginRateLimit } from './plugin-rate-limit.ts'
import { ratePolicy, type QuickCounter, type RateCounter, type RatePolicy, type RateStanding } from './rate-policy.ts'
import { RateWindowStore } from './rate-window-store.ts'
import { SharedCounter } from './shared-counter.ts'
import { SummedCounter } from './summed-counter.ts'
import type { WindowMemory } from './window-memory.ts'
import { WindowTable } from './window-table.ts'

/** The classes that routes count against. */
export type CountedClass = Exclude<RateClass, 'none'>

/** Calls a minute; 0 for no limit. */
export interface CallsPerMinute extends Readonly<Record<CountedClass, number>> {
  /** API calls of one user, over all sessions and tokens. Unlimited when the API has no limit. */
  readonly person: number
}

/** Options of the limits. */
export interface RateLimitOptions {
  readonly perMinute: CallsPerMinute
  readonly clock: () => number
  readonly log: Log
  /** Whether the calling code is inside of a transaction. */
  readonly isInTransaction?: () => boolean
  /** Where several processes count together; undefined for a process that is alone. */
  readonly shared: { readonly db: RateDatabase; readonly dialect: Dialect } | undefined
}

/** A class with its limit. */
export interface RateLimiter {
  /** Those that it may state. */
  readonly policies: readonly RatePolicy[]
  /** @param caller the person behind the call, where there is a budget by person */
  take(key: string, caller?: CountedCaller): RateStanding | Promise<RateStanding>
}

const minute = 60_000
const sumEvery = 1_000
const longestWindow = 24 * 60 * minute

export class RateLimits {
  readonly #options: RateLimitOptions
  readonly #store: RateWindowStore | undefined
  readonly #summed: readonly SummedCounter[]
  readonly #limiters: Readonly<Record<CountedClass, RateLimiter | undefined>>
  readonly #plugins: RateCounter
  readonly #timers: NodeJS.Timeout[] = []

  constructor(options: RateLimitOptions) {
    this.#options = options
    const { shared } = options
    this.#store = shared && new RateWindowStore(shared.db, () => leaseNow(shared.dialect))
    const summed: SummedCounter[] = []
    const quick = (): QuickCounter => {
      if (this.#store === undefined) return new MemoryCounter(this.#table())
      const counter = new SummedCounter({ windows: this.#table(), store: this.#store, log: options.log })
      summed.push(counter)
      return counter
    }
    this.#limiters = Object.freeze({
      'sign-in': this.#limiter('sign-in', this.#exact()),
      api: this.#apiLimiter(quick),
      redirect: this.#limiter('redirect', quick()),
      page: this.#limiter('page', quick()),
      form: this.#limiter('form', this.#exact()),
    })
    this.#plugins = this.#exact()
    this.#summed = summed
    if (this.#store !== undefined) this.#keepUp(this.#store)
  }

  /** The limit of a class; undefined when it has none. */
  limiterOf(name: RateClass): RateLimiter | undefined {
    return name === 'none' ? undefined : this.#limiters[name]
  }

  /** The service `RateLimit` of one plugin, with keys of its own. */
  serviceOf(plugin: string): RateLimitService {
    const { isInTransaction = () => false } = this.#options
    return pluginRateLimit(plugin, { counter: this.#plugins, isInTransaction })
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
  }

  #limiter(name: CountedClass, counter: RateCounter): RateLimiter | undefined {
    const limit = this.#options.perMinute[name]
    const policy = ratePolicy(name, limit, minute)
    return limit === 0
      ? undefined
      : Object.freeze({ policies: [policy], take: (key: string) => counter.take(key, policy) })
  }

  #apiLimiter(quick: () => QuickCounter): RateLimiter | undefined {
    const { api, person } = this.#options.perMinute
    if (api === 0) return undefined
    if (person === 0) return this.#limiter('api', quick())
    return new CallerLimiter(
      quickLimiter('api', { limit: api, counter: quick(), window: 'sessionWindow' }),
      quickLimiter('person', { limit: person, counter: quick(), window: 'personWindow' }),
    )
  }

  #exact(): RateCounter {
    const windows = this.#table()
    return this.#store === undefined ? new MemoryCounter(windows) : new SharedCounter(this.#store, windows)
  }

  #table(): WindowTable {
    const { clock, log } = this.#options
    return new WindowTable({
      clock,
      onEvicted: (count) =>
        log.warn('Too many callers to track all rate limits; some of them start a new window', { count }),
    })
  }

  /** Sums every second, and clears away once a minute. */
  #keepUp(store: RateWindowStore): void {
    const sum = (): void => void Promise.all(this.#summed.map((counter) => counter.sum()))
    const sweep = (): void =>
      void store
        .sweep(longestWindow)
        .catch((error: unknown) => this.#options.log.debug('Old rate limits could not be removed', { error }))
    this.#timers.push(setInterval(sum, sumEvery).unref(), setInterval(sweep, minute).unref())
  }
}

interface QuickOptions {
  readonly limit: number
  readonly counter: QuickCounter
  /** Where a caller's memory has the window. */
  readonly window: keyof WindowMemory
}

function quickLimiter(name: string, { limit, counter, window }: QuickOptions): QuickLimiter {
  const policy = ratePolicy(name, limit, minute)
  return Object.freeze({
    policy,
    take: (key: string, memory?: WindowMemory) =>
      counter.take(key, policy, memory === undefined ? undefined : { memory, name: window }),
  })
}
