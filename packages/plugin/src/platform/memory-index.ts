import { serviceToken } from '../service.ts'

/** A key and its value. Both are Latin-1 text: a key of at most 1,024 characters, a value of at most 64 Ki. */
export type IndexRow = readonly [key: string, value: string]

/** Where an index has its rows from. */
export interface IndexSource {
  /** The value of a key, read from the database; undefined when there is none. */
  read(key: string): Promise<string | undefined>
  /**
   * All rows, in pages of a few hundred, each read from the database when it is asked for. The host reads them
   * into memory once it listens; until then, and beyond the memory's bound, values come from `read`.
   */
  pages(): AsyncIterable<readonly IndexRow[]>
}

/** Rows of a table that each process keeps in memory, as right as the database. */
export interface MemoryIndex {
  /** The value of a key; null when there is none; undefined when only the database knows: then `read` it. */
  find(key: string): string | null | undefined
  /** As `find`, and from the database where memory does not know. */
  read(key: string): Promise<string | null>
  /**
   * Makes every process read these keys again. Call it in the transaction that changes them: when that has resolved, no
   * process answers with an old value, nor denies a new one. It rejects with Problem `service_unavailable`, its writes
   * kept, when the other processes can't be notified in time; they are notified later.
   * @throws Error outside of a transaction
   */
  forget(keys: readonly string[]): void
  /**
   * A number that changes with each change of rows, on every process; undefined while only the database knows. Note it
   * before you `find` rows: what you make of them can be used again for as long as it is the same.
   */
  readonly version: number | undefined
  /** What is held: keys, and bytes of memory. */
  readonly held: { readonly keys: number; readonly bytes: number }
}

/** Options of an index. */
export interface IndexOptions {
  /** Bytes of memory, at most 2 GiB; 512 MiB when left out. Rows beyond it stay in the database. */
  readonly mostBytes?: number
}

/** Opens the index of a plugin. */
export interface MemoryIndexService {
  /** Call it once, in `mount`. */
  open(source: IndexSource, options?: IndexOptions): MemoryIndex
}

/**
 * Tables that are asked too often for a query: short links by host and path.
 *
 * Audience: platform.
 */
export const MemoryIndexes = serviceToken<MemoryIndexService>('core.memory-indexes')
