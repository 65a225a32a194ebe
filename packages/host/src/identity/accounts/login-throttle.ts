/**
 * Five failures in fifteen minutes per account and network, then nothing until the oldest of them is that long ago.
 *
 * An attempt counts when it begins and is taken back when it succeeds: were it counted when it fails, a hundred guesses
 * sent at once would all be heard.
 */
import { tooMany } from '../../security/rate-limits/too-many.ts'
import { RecentMap } from '../../support/recent-map.ts'

/** Attempts counted together. */
export interface Attempt {
  readonly email: string
  readonly network: string
}

export interface LoginThrottle {
  /** Counts an attempt. @throws Problem `too_many_requests` */
  begin(attempt: Attempt): Promise<void>
  /** Takes back the last attempt, which failed for no fault of the caller. */
  undo(attempt: Attempt): Promise<void>
  /** Forgets the attempts of a user who knew the password. */
  succeed(attempt: Attempt): Promise<void>
}

/** How many attempts may fail. */
export const mostFailures = 5
/** How long a failure counts, in milliseconds. */
export const failurePeriod = 15 * 60_000

const capacity = 20_000

/** In memory, for a process that is alone. It holds a bounded number of accounts and drops those unused the longest. */
export class MemoryLoginThrottle implements LoginThrottle {
  readonly #clock: () => number
  readonly #attempts = new RecentMap<string, readonly number[]>(capacity)

  constructor(clock: () => number) {
    this.#clock = clock
  }

  async begin(attempt: Attempt): Promise<void> {
    const now = this.#clock()
    const key = keyOf(attempt)
    // Times in the future were counted before the clock was set back.
    const recent = (this.#attempts.get(key) ?? []).filter((at) => at > now - failurePeriod && at <= now)
    const [oldest = now] = recent
    if (recent.length >= mostFailures) throw tooManyAttempts(oldest + failurePeriod - now)
    this.#attempts.set(key, [...recent, now])
  }

  async undo(attempt: Attempt): Promise<void> {
    const key = keyOf(attempt)
    const others = (this.#attempts.get(key) ?? []).slice(0, -1)
    // An empty entry would cost nothing to make, and enough of them would push the counted ones out.
    if (others.length === 0) this.#attempts.delete(key)
    else this.#attempts.set(key, others)
  }

  async succeed(attempt: Attempt): Promise<void> {
    this.#attempts.delete(keyOf(attempt))
  }
}

/** @param wait milliseconds */
export function tooManyAttempts(wait: number): ReturnType<typeof tooMany> {
  return tooMany(Math.max(1, Math.ceil(wait / 1000)))
}

function keyOf({ email, network }: Attempt): string {
  return `${network} ${email}`
}
