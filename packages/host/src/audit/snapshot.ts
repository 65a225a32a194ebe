import { hideSecret } from './hide-secrets.ts'
import { SecretNames } from '../support/secret-names.ts'

/** Replaces values that are too long or too deep. */
export const cutMark = '[cut]'

/** Characters of one text, entries of one list or object, levels, and characters of names and values together. */
const most = { text: 500, entries: 100, depth: 6, characters: 8_000 }

/**
 * A value as the audit log keeps it: JSON text without secrets and of bounded size.
 * @param secrets without them names are judged by their words alone
 * @returns null for nothing at all
 */
export function snapshot(value: unknown, secrets: SecretNames = byWords): string | null {
  if (value === undefined || value === null) return null
  const kept = new Snapshot(secrets).of(value, 0)
  return isEmpty(kept) ? null : JSON.stringify(kept)
}

const byWords = new SecretNames()

class Snapshot {
  readonly #secrets: SecretNames
  #left = most.characters

  constructor(secrets: SecretNames) {
    this.#secrets = secrets
  }

  of(value: unknown, depth: number): unknown {
    if (this.#left <= 0) return cutMark
    if (typeof value === 'string') return this.#text(value)
    if (typeof value === 'object' && value !== null) {
      if (depth === most.depth) return cutMark
      return Array.isArray(value) ? this.#list(value, depth) : this.#record(value, depth)
    }
    this.#left -= 8
    return typeof value === 'bigint' ? value.toString() : value
  }

  #text(value: string): string {
    const room = Math.min(most.text, this.#left)
    const kept = value.length > room ? `${value.slice(0, room).toWellFormed()}${cutMark}` : value
    this.#left -= kept.length
    return kept
  }

  #list(values: readonly unknown[], depth: number): readonly unknown[] {
    const kept = values.slice(0, most.entries).map((value) => this.of(value, depth + 1))
    return values.length > most.entries ? [...kept, cutMark] : kept
  }

  #record(record: object, depth: number): unknown {
    if (record instanceof Date) return this.of(record.toJSON(), depth)
    const kept: Record<string, unknown> = {}
    let entries = 0
    for (const [name, value] of Object.entries(record)) {
      if (value === undefined) continue
      entries += 1
      if (entries > most.entries || this.#left <= 0) return { ...kept, '…': cutMark }
      this.#left -= name.length
      Object.defineProperty(kept, name.slice(0, most.text), {
        value: this.of(hideSecret(this.#secrets, name, value), depth + 1),
        enumerable: true,
        configurable: true,
      })
    }
    return kept
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
}
