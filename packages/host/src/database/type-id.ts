import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const poolSize = 4096

/**
 * Makes TypeIDs: a prefix, `_`, and a UUIDv7 in Crockford's base 32. Ids of one generator ascend, also
 * within a millisecond (12 bits of counter), so that the order of ids is the order of inserts.
 */
export class TypeIds {
  readonly #pool = new Uint8Array(poolSize)
  readonly #id = new Uint8Array(17)
  #used = poolSize
  #millisecond = 0
  #counter = 0

  /** The least text that an id of a moment has: older ids are below it, all others not. @param moment milliseconds since 1970 */
  static from(prefix: string, moment: number): string {
    let text = ''
    for (let rest = Math.max(0, Math.floor(moment)), place = 0; place < 10; place += 1) {
      text = alphabet.charAt(rest % 32) + text
      rest = Math.floor(rest / 32)
    }
    return `${prefix}_${text}`
  }

  /** @param now milliseconds since 1970 */
  next(prefix: string, now = Date.now()): string {
    this.#advance(now)
    const id = this.#id
    for (let place = 5, rest = this.#millisecond; place >= 0; place -= 1) {
      id[place] = rest % 256
      rest = Math.floor(rest / 256)
    }
    id[6] = 0x70 | (this.#counter >> 8)
    id[7] = this.#counter & 0xff
    id.set(this.#random(), 8)
    id[8] = 0x80 | ((id[8] ?? 0) & 0x3f)
    return `${prefix}_${encode(id)}`
  }

  #advance(now: number): void {
    if (now > this.#millisecond) {
      this.#millisecond = now
      this.#counter = this.#random()[0] ?? 0
      return
    }
    this.#counter += 1
    if (this.#counter > 0xfff) {
      this.#millisecond += 1
      this.#counter = 0
    }
  }

  #random(): Uint8Array {
    if (this.#used === poolSize) {
      randomFillSync(this.#pool)
      this.#used = 0
    }
    this.#used += 8
    return this.#pool.subarray(this.#used - 8, this.#used)
  }
}

/** 128 bits as 26 characters of 5 bits, after 2 zero bits; a 17th byte of zero saves a check of the end. */
function encode(id: Uint8Array): string {
  let text = alphabet.charAt((id[0] ?? 0) >> 5)
  for (let bit = 3; bit < 128; bit += 5) {
    const byte = bit >> 3
    const pair = ((id[byte] ?? 0) << 8) | (id[byte + 1] ?? 0)
    text += alphabet.charAt((pair >> (11 - (bit & 7))) & 31)
  }
  return text
}
