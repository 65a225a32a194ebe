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
import type { Dialect } from '../../database/statement.ts'
import { leaseNow } from '../../database/nodes/lease-clock.ts'
import { runPeriodically } from '../../support/periodic.ts'
import { CallerLimiter, type CountedCaller, type QuickLimiter } from './caller-limiter.ts'
import { MemoryCounter } from './memory-counter.ts'
import type { RateDatabase } from './models.ts'
import { pluginRateLimit } from './plugin-rate-limit.ts'
import {
  ratePolicy,
  type QuickCounter,
  type RateCounter,
  type RatePolicy,
  type RateStanding,
} from '../../request/rate-policy.ts'
import { RateWindowStore } from './rate-window-store.ts'
import { SharedCounter } from './shared-counter.ts'
import { SummedCounter } from './summed-counter.ts'
import type { WindowMemory } from '../../request/window-memory.ts'
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
  readonly #counters: Readonly<Record<Exclude<CountedClass, 'api'>, RateCounter>>
  readonly #api: { readonly session: QuickCounter; readonly person: QuickCounter }
  #limiters: Readonly<Record<CountedClass, RateLimiter | undefined>>
  readonly #plugins: RateCounter
  #stops: readonly (() => Promise<void>)[] = []

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
    this.#counters = { 'sign-in': this.#exact(), redirect: quick(), page: quick(), form: this.#exact() }
    this.#api = { session: quick(), person: quick() }
    this.#limiters = this.#limitersOf(options.perMinute)
    this.#plugins = this.#exact()
    this.#summed = summed
    if (this.#store !== undefined) this.#keepUp(this.#store)
  }

  /** Changes the limits; counts of running windows stay. */
  configure(perMinute: CallsPerMinute): void {
    this.#limiters = this.#limitersOf(perMinute)
  }

  /** The current limit of a class, which `configure` replaces; undefined when it has none. */
  limiterOf(name: RateClass): RateLimiter | undefined {
    return name === 'none' ? undefined : this.#limiters[name]
  }

  /** The service `RateLimit` of one plugin, with keys of its own. */
  serviceOf(plugin: string): RateLimitService {
    const { isInTransaction = () => false } = this.#options
    return pluginRateLimit(plugin, { counter: this.#plugins, isInTransaction })
  }

  /** Resolves when nothing is summed any more, before the database closes. */
  async stop(): Promise<void> {
    await Promise.all(this.#stops.map((stop) => stop()))
  }

  #limitersOf(perMinute: CallsPerMinute): Readonly<Record<CountedClass, RateLimiter | undefined>> {
    const limiter = (name: Exclude<CountedClass, 'api'>): RateLimiter | undefined =>
      plainLimiter(name, perMinute[name], this.#counters[name])
    return Object.freeze({
      'sign-in': limiter('sign-in'),
      api: this.#apiLimiter(perMinute),
      redirect: limiter('redirect'),
      page: limiter('page'),
      form: limiter('form'),
    })
  }

  #apiLimiter({ api, person }: CallsPerMinute): RateLimiter | undefined {
    if (api === 0) return undefined
    if (person === 0) return plainLimiter('api', api, this.#api.session)
    return new CallerLimiter(
      quickLimiter('api', { limit: api, counter: this.#api.session, window: 'sessionWindow' }),
      quickLimiter('person', { limit: person, counter: this.#api.person, window: 'personWindow' }),
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
    const { log } = this.#options
    this.#stops = [
      runPeriodically({
        every: sumEvery,
        work: async () => await Promise.all(this.#summed.map((counter) => counter.sum())),
        onError: (error) => log.warn('Rate limits could not be synchronized', { error }),
      }),
      runPeriodically({
        every: minute,
        work: async () => await store.sweep(longestWindow),
        onError: (error) => log.debug('Old rate limits could not be removed', { error }),
      }),
    ]
  }
}

function plainLimiter(name: CountedClass, limit: number, counter: RateCounter): RateLimiter | undefined {
  const policy = ratePolicy(name, limit, minute)
  return limit === 0
    ? undefined
    : Object.freeze({ policies: [policy], take: (key: string) => counter.take(key, policy) })
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
