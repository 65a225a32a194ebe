/**
 * Digests of rows and tables in their neutral form, equal on both databases. That of a table is the sum of its rows' digests
 * modulo 2^256: the order of the rows does not matter, and a row that is missing, changed or there twice does.
 */
import { hash } from 'node:crypto'
import type { SqlValue } from '../statement.ts'
import type { NeutralRow } from './neutral-table.ts'

/** SHA-256 of a row, a character for each byte. */
function rowDigest(row: NeutralRow): string {
  let text = ''
  for (const value of row) text += textOf(value)
  return hash('sha256', text, 'latin1')
}

/** Each with its kind and its length, so that no two rows have the same text. */
function textOf(value: SqlValue): string {
  if (typeof value === 'string') return `s${value.length}:${value}`
  if (typeof value === 'number' || typeof value === 'bigint') return `n${value};`
  if (value === null) return '-'
  return value instanceof Uint8Array ? `b${hash('sha256', value)}` : value ? 't' : 'f'
}

/** Parts of a sum, of 16 bits each: in a double there is room for 2^37 rows before anything is carried. */
const parts = 16

/** The digest of a table, of which rows are added in any order. */
export class TableDigest {
  readonly #sums = new Float64Array(parts)
  #rows = 0

  /** Rows that were added. */
  get rows(): number {
    return this.#rows
  }

  /** 64 hexadecimal digits; zeros for a table without rows. */
  get text(): string {
    const sum = Array.from(this.#sums, BigInt).reduce((higher, part) => (higher << 16n) + part, 0n)
    return BigInt.asUintN(256, sum).toString(16).padStart(64, '0')
  }

  add(row: NeutralRow): void {
    this.#rows += 1
    const digest = rowDigest(row)
    for (let at = 0; at < parts; at += 1) {
      this.#sums[at] = (this.#sums[at] ?? 0) + digest.charCodeAt(2 * at) * 256 + digest.charCodeAt(2 * at + 1)
    }
  }
}
