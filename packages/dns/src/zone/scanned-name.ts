import { randomInt } from 'node:crypto'
import { longestLabel, longestName } from '../wire/labels.ts'

/** ASCII in lower case, by byte. */
export const lowerCase: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
)

/** Random, so that the author of a zone can't choose names that share a hash. */
const rootHash = randomInt(1, 2 ** 31)
const prime = 0x0100_0193
const mostLabels = 127

/**
 * The labels of one name on the wire, scanned without allocation: where each begins, and the hash of the name from there to
 * the root. An instance is reused for many names.
 */
export class ScannedName {
  /** Where the bytes of the name are; they must not change while the name is in use. */
  bytes: Uint8Array = new Uint8Array(1)
  /** Labels without the root. */
  labels = 0
  /** Where each label begins in `bytes`; the root is the last. */
  readonly starts = new Uint16Array(mostLabels + 1)
  /** The hash of the name that begins at each label, without regard to case; that of the root is the last. */
  readonly hashes = new Int32Array(mostLabels + 1)
  /** Behind the root. */
  end = 1

  /** Bytes on the wire. */
  get length(): number {
    return this.end - (this.starts[0] ?? 0)
  }

  /** Scans an uncompressed name; `false` when one doesn't begin here. */
  scan(bytes: Uint8Array, start: number): boolean {
    let at = start
    let labels = 0
    for (;;) {
      if (at >= bytes.length || at - start >= longestName) return false
      this.starts[labels] = at
      const length = bytes[at] ?? 0
      if (length === 0) break
      if (length > longestLabel) return false
      at += 1 + length
      labels += 1
    }
    this.bytes = bytes
    this.labels = labels
    this.end = at + 1
    this.#hash()
    return true
  }

  #hash(): void {
    const { bytes, starts, hashes } = this
    let hash = rootHash
    hashes[this.labels] = hash
    for (let label = this.labels - 1; label >= 0; label -= 1) {
      const end = starts[label + 1] ?? 0
      for (let at = starts[label] ?? 0; at < end; at += 1) {
        hash = Math.imul(hash ^ (lowerCase[bytes[at] ?? 0] ?? 0), prime)
      }
      hashes[label] = hash
    }
  }
}

/** The hash of the wildcard directly below a name. */
export function wildcardHash(parent: number): number {
  return Math.imul(Math.imul(parent ^ 1, prime) ^ 0x2a, prime)
}
