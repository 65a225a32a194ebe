/**
 * Digests of rows and tables in their neutral form, equal on both databases. That of a table is the sum of its rows' digests
 * modulo 2^256: the order of the rows does not matter, and a row that is missing, changed or there twice does.
 */
import { hash } from 'node:crypto'
import type { SqlValue } from '../statement.ts'
import type { NeutralRow } from './neutral-table.ts'

/** SHA-256 of a row, as 64 hexadecimal digits. */
export function rowDigest(row: NeutralRow): string {
  return hash('sha256', row.map(textOf).join(''))
}

/** Each with its kind and its length, so that no two rows have the same text. */
function textOf(value: SqlValue): string {
  if (typeof value === 'string') return `s${value.length}:${value}`
  if (typeof value === 'number' || typeof value === 'bigint') return `n${value};`
  if (value === null) return '-'
  return value instanceof Uint8Array ? `b${hash('sha256', value)}` : value ? 't' : 'f'
}

const words = 8
const wordSize = 2 ** 32

/** The digest of a table, of which rows are added in any order. */
export class TableDigest {
  readonly #sum = new Uint32Array(words)
  #rows = 0

  /** Rows that were added. */
  get rows(): number {
    return this.#rows
  }

  /** 64 hexadecimal digits; zeros for a table without rows. */
  get text(): string {
    return Array.from(this.#sum, (word) => word.toString(16).padStart(8, '0')).join('')
  }

  add(row: NeutralRow): void {
    this.#rows += 1
    const digest = rowDigest(row)
    let carry = 0
    for (let at = words - 1; at >= 0; at -= 1) {
      const sum = (this.#sum[at] ?? 0) + Number.parseInt(digest.slice(at * 8, at * 8 + 8), 16) + carry
      this.#sum[at] = sum % wordSize
      carry = sum >= wordSize ? 1 : 0
    }
  }
}
