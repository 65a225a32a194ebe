import type { RawRow } from './move-side.ts'

/** A turn of the loop takes one batch: few milliseconds. */
const mostRows = 500
/** Characters and bytes: a row of any size is a batch of its own then. */
const mostSize = 1024 * 1024

/** Rows until they are many or large. */
export class RowBatch {
  #rows: RawRow[] = []
  #size = 0

  get isEmpty(): boolean {
    return this.#rows.length === 0
  }

  /** @returns whether the batch is full */
  add(row: RawRow): boolean {
    this.#rows.push(row)
    for (const value of row) {
      if (typeof value === 'string' || value instanceof Uint8Array) this.#size += value.length
    }
    return this.#rows.length >= mostRows || this.#size >= mostSize
  }

  /** @returns the rows; the batch is empty then */
  take(): readonly RawRow[] {
    const rows = this.#rows
    this.#rows = []
    this.#size = 0
    return rows
  }
}
