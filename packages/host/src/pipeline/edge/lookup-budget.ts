/**
 * How many host names that are not in memory may be looked up. Clients choose the `Host` header freely, so without a
 * bound each request of an anonymous client could cost queries. Names in memory cost nothing, so a flood of names can
 * delay the first request for a cold name only.
 */
import { RecentMap } from '../../support/recent-map.ts'

interface Bucket {
  left: number
  /** Milliseconds of `performance.now`. */
  at: number
}

/** Look-ups a second, and at once. */
interface Rate {
  readonly each: number
  readonly most: number
}

const ofAll: Rate = { each: 100, most: 1_000 }
const ofAddress: Rate = { each: 50, most: 200 }
const addresses = 4_096

export class LookupBudget {
  readonly #now: () => number
  readonly #all: Bucket
  readonly #addresses = new RecentMap<string, Bucket>(addresses)

  /** @param now milliseconds of a steady clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#all = { left: ofAll.most, at: now() }
  }

  /** Counts a look-up. @returns whether it may be made */
  take(address: string): boolean {
    const now = this.#now()
    const own = this.#addresses.get(address) ?? { left: ofAddress.most, at: now }
    this.#addresses.set(address, own)
    refill(own, ofAddress, now)
    refill(this.#all, ofAll, now)
    if (own.left < 1 || this.#all.left < 1) return false
    own.left -= 1
    this.#all.left -= 1
    return true
  }
}

function refill(bucket: Bucket, { each, most }: Rate, now: number): void {
  bucket.left = Math.min(most, bucket.left + ((now - bucket.at) / 1000) * each)
  bucket.at = now
}
