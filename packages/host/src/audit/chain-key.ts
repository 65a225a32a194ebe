/**
 * The macs of the audit log, HMAC-SHA-256 under a key that only the vault knows.
 *
 *   mac of entry n = HMAC("entry", mac of entry n-1, every column of entry n)
 *   seal           = HMAC("chain", every column of the chain's row)
 *
 * A mac covers all earlier entries, so no entry can be altered, moved, removed or inserted without the key; the seal
 * covers the last entry and the anchor of the first, so neither end can be cut off. Values are written with their
 * lengths, so that no two rows have the same bytes. The token, which had no column at first, comes last where there is
 * one: an entry without a token keeps its original mac.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Row } from '@host/plugin'
import { sealedColumns } from './entry-columns.ts'
import type { auditModels } from './models.ts'

/** An entry that waits for its place. */
export type UnsealedEntry = Row<(typeof auditModels)[0]>
/** An entry with its place in the chain. */
export type PlacedEntry = UnsealedEntry & { readonly seq: number }
/** A sealed entry. */
export type SealedEntry = Row<(typeof auditModels)[1]>
/** A chain as it is stored. */
export type StoredChain = Row<(typeof auditModels)[2]>

/** Predecessor of the first entry of a chain. */
export const chainStart = '0'.repeat(43)

const chainColumns = [
  'id',
  'org_id',
  'seq',
  'mac',
  'anchor_seq',
  'anchor_mac',
  'retention_days',
  'chains',
] as const satisfies readonly (keyof StoredChain)[]

export class ChainKey {
  readonly #key: Buffer

  /** @param key 32 bytes */
  constructor(key: Buffer) {
    this.#key = key
  }

  /** The mac of an entry that stands behind another. */
  entryMac(before: string, entry: PlacedEntry): string {
    const token = entry.token_id === null ? [] : [entry.token_id]
    // Entries from before these columns were sealed without them.
    const grant = entry.granted_by === null ? [] : ['granted_by', entry.granted_by]
    return this.#mac(['entry', before, entry.seq, ...sealedColumns.map((name) => entry[name]), ...token, ...grant])
  }

  /** The chain's row with its seal. */
  sealed(chain: Omit<StoredChain, 'seal'>): StoredChain {
    return { ...chain, seal: this.#seal(chain) }
  }

  isSealed(chain: StoredChain): boolean {
    return isSameMac(chain.seal, this.#seal(chain))
  }

  #seal(chain: Omit<StoredChain, 'seal'>): string {
    return this.#mac(['chain', ...chainColumns.map((name) => chain[name])])
  }

  #mac(values: readonly (string | number | null)[]): string {
    let bytes = ''
    for (const value of values) bytes += value === null ? '-;' : `${Buffer.byteLength(String(value))}:${value};`
    return createHmac('sha256', this.#key).update(bytes).digest('base64url')
  }
}

export function isSameMac(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
