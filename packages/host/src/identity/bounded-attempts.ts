/**
 * Bounds the audit entries that anyone can cause without signing in: a refused password, code or passkey, and a link that was
 * asked for. The first entries of an hour are written as they are; further ones are counted, and each count is written as one
 * entry when the hour is over or the process stops. Every process has its own hour.
 */
import type { Log } from '@host/plugin'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import type { ChangeKind, ChangeOf, DomainChange } from '../domain-changes/domain-change.ts'
import { throttleBudgets } from './throttle-budgets.ts'
import { networkOf } from '../request/network.ts'
import { runPeriodically } from '../support/periodic.ts'

const minute = 60_000

/** How many entries are written as they are. */
const bounds = throttleBudgets.entries

/** Dependencies of `BoundedAttempts`. */
export interface BoundedAttemptsOptions {
  readonly recorder: ChangeRecorder
  /** The address of the client of the running request; undefined outside of requests. */
  readonly address: () => string | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
}

/** Kinds of attempts: they change nothing by themselves. */
type AttemptKind = {
  readonly [Kind in ChangeKind]: 'repeated' extends keyof ChangeOf<Kind> ? Kind : never
}[ChangeKind]

type AttemptChange = ChangeOf<AttemptKind>

const attemptKinds: Readonly<Record<AttemptKind, true>> = {
  'session.refused': true,
  'second_factor.refused': true,
  'passkey.refused': true,
  'user.reset_asked': true,
  'user.verification_asked': true,
}

interface Count {
  readonly change: AttemptChange
  readonly network: string | undefined
  seen: number
  repeats: number
}

/**
 * Records changes, with a bounded growth of the audit log by anonymous clients. Memory is bounded by the entries of an hour.
 */
export class BoundedAttempts implements ChangeRecorder {
  readonly #options: BoundedAttemptsOptions
  #since: number
  #written = 0
  #counts = new Map<string, Count>()
  #networks = new Map<string, number>()

  constructor(options: BoundedAttemptsOptions) {
    this.#options = options
    this.#since = options.clock()
  }

  async record(change: DomainChange): Promise<void> {
    if (!isAttempt(change) || this.#isDue(change)) await this.#options.recorder.record(change)
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

  /** Whether an attempt is recorded as it is; otherwise it is counted. */
  #isDue(change: AttemptChange): boolean {
    const address = this.#options.address()
    const network = address === undefined ? 'none' : networkOf(address)
    const key = JSON.stringify([change.kind, change.userId, network])
    const ofNetwork = this.#networks.get(network) ?? 0
    const isFull = this.#written >= bounds.inAll || ofNetwork >= bounds.perNetwork
    const count = this.#counts.get(key) ?? (isFull ? this.#overflow(change) : this.#add(key, { change, network }))
    if (isFull || count.seen >= bounds.perTarget) {
      count.repeats += 1
      return false
    }
    count.seen += 1
    this.#written += 1
    this.#networks.set(network, ofNetwork + 1)
    return true
  }

  /** One count per kind for the attempts that are over the bounds of all, whichever account they are about. */
  #overflow({ kind }: AttemptChange): Count {
    return this.#counts.get(kind) ?? this.#add(kind, { change: { kind }, network: undefined })
  }

  #add(key: string, about: Pick<Count, 'change' | 'network'>): Count {
    const count = { ...about, seen: 0, repeats: 0 }
    this.#counts.set(key, count)
    return count
  }

  async #flush(): Promise<void> {
    const { recorder, clock } = this.#options
    const since = new Date(this.#since).toISOString()
    const counts = [...this.#counts.values()].filter(({ repeats }) => repeats > 0)
    this.#since = clock()
    this.#written = 0
    this.#counts = new Map()
    this.#networks = new Map()
    for (const { change, network, repeats } of counts) {
      const about = network === undefined ? {} : { network }
      await recorder.record({ ...change, repeated: { repeats, since, ...about } })
    }
  }
}

/** An attempt that names no person. */
function isAttempt(change: DomainChange): change is AttemptChange {
  return change.actorId === undefined && Object.hasOwn(attemptKinds, change.kind)
}
