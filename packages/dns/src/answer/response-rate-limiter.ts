import { randomInt } from 'node:crypto'
import { parseIpv6 } from '../fields/addresses.ts'

/** What to do with an answer; `slip`: send it truncated, so that a real client asks over TCP. */
export type RateDecision = 'send' | 'slip' | 'drop'

export interface RateLimiterOptions {
  /** Identical answers for one network in a second. Default: 5. */
  readonly perSecond?: number
  /** One of this many answers over the limit is sent truncated, at least 1. Default: 2. */
  readonly slip?: number
  /** Networks with an answer that are counted at a time. Default: 16,384, in 213 KB. */
  readonly slots?: number
}

const defaults = { perSecond: 5, slip: 2, slots: 16_384 }
const multiplier = 0x9e37_79b1
/** Answers that a network may owe: after a flood it waits at most this many seconds. */
const mostDebtSeconds = 15

/**
 * Limits identical answers over UDP to one network, a /24 of IPv4 or a /56 of IPv6, as their address may be forged. It
 * counts in a table of fixed size: a network that shares its slot with another takes it over, which errs on the side of
 * sending.
 */
export class ResponseRateLimiter {
  readonly #perSecond: number
  readonly #slip: number
  readonly #mask: number
  readonly #seed = randomInt(2 ** 31)
  readonly #keys: Int32Array
  /** Seconds in which the slot was used last. */
  readonly #times: Int32Array
  /** Answers left in that second; below 0, those over the limit. */
  readonly #credits: Int32Array
  /** Answers that weren't sent since one slipped. */
  readonly #withheld: Uint8Array

  constructor(options: RateLimiterOptions = {}) {
    const { perSecond, slip, slots } = { ...defaults, ...options }
    const size = 2 ** Math.ceil(Math.log2(slots))
    this.#perSecond = perSecond
    this.#slip = slip
    this.#mask = size - 1
    this.#keys = new Int32Array(size)
    this.#times = new Int32Array(size)
    this.#credits = new Int32Array(size)
    this.#withheld = new Uint8Array(size)
  }

  /**
   * @param address of the client
   * @param identity a number that identical answers share
   * @param now milliseconds of any clock that never goes back
   */
  decide(address: string, identity: number, now: number): RateDecision {
    const key = Math.imul(networkHash(address, this.#seed) ^ identity, multiplier)
    const slot = (key ^ (key >>> 15)) & this.#mask
    const credit = this.#refilled(slot, key, Math.floor(now / 1_000)) - 1
    this.#credits[slot] = Math.max(credit, -this.#perSecond * mostDebtSeconds)
    if (credit >= 0) return 'send'
    const withheld = ((this.#withheld[slot] ?? 0) + 1) % this.#slip
    this.#withheld[slot] = withheld
    return withheld === 0 ? 'slip' : 'drop'
  }

  #refilled(slot: number, key: number, second: number): number {
    const passed = second - (this.#times[slot] ?? 0)
    const credit = this.#credits[slot] ?? 0
    const isOther = this.#keys[slot] !== key
    this.#keys[slot] = key
    this.#times[slot] = second
    if (isOther) return this.#perSecond
    return passed === 0 ? credit : Math.min(this.#perSecond, credit + passed * this.#perSecond)
  }
}

/** A hash of the network of an address: of its first three bytes for IPv4, and of its first seven for IPv6. */
function networkHash(address: string, seed: number): number {
  const end = address.lastIndexOf('.')
  if (end < 0) return ipv6Hash(address, seed)
  let hash = seed
  // An IPv4 client of a socket for both families has an address like ::ffff:192.0.2.1.
  for (let at = address.lastIndexOf(':', end) + 1; at < end; at += 1) {
    hash = Math.imul(hash ^ address.charCodeAt(at), multiplier)
  }
  return hash
}

function ipv6Hash(address: string, seed: number): number {
  const [plain = ''] = address.split('%')
  let hash = seed
  for (const byte of parseIpv6(plain).subarray(0, 7)) hash = Math.imul(hash ^ byte, multiplier)
  return hash
}
