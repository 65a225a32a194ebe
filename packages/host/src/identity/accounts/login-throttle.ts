import { Problem } from '@host/plugin'
import { RecentMap } from '../recent-map.ts'

const failures = 5
const period = 15 * 60_000
const capacity = 20_000

/**
 * Five failures in fifteen minutes per account and network, then nothing until the oldest of them is that long ago.
 * An attempt counts when it begins and is taken back when it succeeds: were it counted when it fails, a hundred
 * guesses sent at once would all be heard. It holds a bounded number of accounts and drops those unused the longest.
 */
export class LoginThrottle {
  readonly #clock: () => number
  readonly #attempts = new RecentMap<string, readonly number[]>(capacity)

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Counts an attempt. @throws Problem `too_many_requests` */
  begin(email: string, network: string): void {
    const now = this.#clock()
    const key = `${network} ${email}`
    const recent = (this.#attempts.get(key) ?? []).filter((at) => at > now - period)
    const [oldest = now] = recent
    if (recent.length >= failures) throw tooMany(oldest + period - now)
    this.#attempts.set(key, [...recent, now])
  }

  /** Takes back the last attempt, which failed for no fault of the caller. */
  undo(email: string, network: string): void {
    const key = `${network} ${email}`
    const others = (this.#attempts.get(key) ?? []).slice(0, -1)
    // An empty entry would cost nothing to make, and enough of them would push the counted ones out.
    if (others.length === 0) this.#attempts.delete(key)
    else this.#attempts.set(key, others)
  }

  /** Forgets the attempts of somebody who knew the password. */
  succeed(email: string, network: string): void {
    this.#attempts.delete(`${network} ${email}`)
  }
}

function tooMany(wait: number): Problem {
  const seconds = Math.max(1, Math.ceil(wait / 1000))
  return new Problem('too_many_requests', { headers: { 'retry-after': String(seconds) } })
}
