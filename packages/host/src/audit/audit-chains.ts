/**
 * The sealed chains of a host, one for each workspace and one for the instance. Entries are written without a place, in
 * the transaction of their change, and the sealing processes assign their places:
 *
 *   audit_unsealed --append--> audit_entries (seq, mac) --expire--> gone; the chain's anchor keeps place and mac
 *
 * The order of a chain is the order of sealing, not of time, so an entry that is committed late and a clock that is set
 * back break nothing. A chain is read before the waiting entries: if another process seals meanwhile, the chain changes
 * and the batch does nothing. A chain with an invalid seal is left as it is: tampering must not be sealed over.
 */
import { TypeIds } from '../database/type-id.ts'
import { ChainBroken } from './chain-broken.ts'
import { chainStart, isSameMac, type ChainKey, type SealedEntry, type StoredChain } from './chain-key.ts'
import type { ChainStore, EntrySeal } from './chain-store.ts'
import { instanceOrgId } from '../request/instance-org-id.ts'

/** Entries of one batch. */
const batchSize = 500
/** How often a change of a chain's row is tried while others change it too. */
const attempts = 20

export class AuditChains {
  readonly #store: ChainStore
  readonly #key: ChainKey
  readonly #ids = new TypeIds()

  constructor(store: ChainStore, key: ChainKey) {
    this.#store = store
    this.#key = key
  }

  /**
   * Assigns places to waiting entries.
   * @returns how many; zero also when another process was faster
   * @throws ChainBroken when the chain was altered
   */
  async append(orgId: string): Promise<number> {
    const chain = await this.#chainOf(orgId)
    const entries = await this.#store.unsealed(orgId, batchSize)
    if (entries.length === 0) return 0
    let { seq, mac } = chain
    const seals = entries.map((entry): EntrySeal => {
      seq += 1
      mac = this.#key.entryMac(mac, { ...entry, seq })
      return { id: entry.id, seq, mac }
    })
    const isMine = await this.#store.append(chain, this.#key.sealed({ ...chain, seq, mac }), seals)
    return isMine ? seals.length : 0
  }

  /**
   * Removes the oldest entries, up to the first one that is not older.
   * @param before the time before which an entry must have been written
   * @returns how many; zero also when another process was faster
   * @throws ChainBroken when the entries to be removed were altered: they are kept as evidence
   */
  async expire(orgId: string, before: string): Promise<number> {
    const chain = await this.#chainOf(orgId)
    const entries = await this.#store.sealed(orgId, chain.anchor_seq, Math.min(chain.anchor_seq + batchSize, chain.seq))
    const anchor = { seq: chain.anchor_seq, mac: chain.anchor_mac }
    for (const entry of entries) {
      if (entry.at >= before) break
      anchor.mac = this.#checkedMac(entry, anchor)
      anchor.seq += 1
    }
    const removed = anchor.seq - chain.anchor_seq
    if (removed === 0) return 0
    const to = this.#key.sealed({ ...chain, anchor_seq: anchor.seq, anchor_mac: anchor.mac })
    return (await this.#store.expire(chain, to)) ? removed : 0
  }

  /**
   * Removes a workspace's chain with all of its entries, inside a transaction that ends with the workspace.
   * @throws ChainBroken when the instance's chain, which counts all others, was altered
   */
  async erase(orgId: string): Promise<void> {
    if (!(await this.#store.erase(orgId))) return
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const from = await this.#chainOf(instanceOrgId)
      const to = this.#key.sealed({ ...from, chains: (from.chains ?? 1) - 1 })
      if (await this.#store.change(from, to)) return
    }
    throw new Error(`The count of audit chains was changed concurrently ${attempts} times in a row.`)
  }

  /** For how many days entries of a workspace are kept; null for as long as is usual. */
  async retentionDays(orgId: string): Promise<number | null> {
    const chain = await this.#store.read(orgId)
    return chain?.retention_days ?? null
  }

  /** @throws ChainBroken */
  async setRetentionDays(orgId: string, days: number): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const chain = await this.#chainOf(orgId)
      if (await this.#store.change(chain, this.#key.sealed({ ...chain, retention_days: days }))) return
    }
    throw new Error(`The audit chain of ${orgId} was changed concurrently ${attempts} times in a row.`)
  }

  /** @throws ChainBroken */
  async #chainOf(orgId: string): Promise<StoredChain> {
    const chain = (await this.#store.read(orgId)) ?? (await this.#begin(orgId))
    if (!this.#key.isSealed(chain)) throw new ChainBroken(orgId)
    return chain
  }

  async #begin(orgId: string): Promise<StoredChain> {
    if (orgId === instanceOrgId) return await this.#beginInstance()
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      // Read first: if another process begins the chain from now on, the instance's chain changes.
      const from = await this.#chainOf(instanceOrgId)
      const known = await this.#store.read(orgId)
      if (known !== undefined) return known
      const to = this.#key.sealed({ ...from, chains: (from.chains ?? 0) + 1 })
      const chain = this.#newChain(orgId, null)
      if (await this.#store.begin(chain, { from, to })) return chain
    }
    throw new Error(`The audit chain of ${orgId} could not be started because other chains are being started.`)
  }

  async #beginInstance(): Promise<StoredChain> {
    await this.#store.beginInstance(this.#newChain(instanceOrgId, 1))
    const chain = await this.#store.read(instanceOrgId)
    if (chain === undefined) throw new ChainBroken(instanceOrgId)
    return chain
  }

  #newChain(orgId: string, chains: number | null): StoredChain {
    return this.#key.sealed({
      id: this.#ids.next('ach'),
      org_id: orgId,
      seq: 0,
      mac: chainStart,
      anchor_seq: 0,
      anchor_mac: chainStart,
      retention_days: null,
      chains,
    })
  }

  /** The mac of the entry that stands behind `last`. @throws ChainBroken */
  #checkedMac(entry: SealedEntry, last: { readonly seq: number; readonly mac: string }): string {
    const mac = this.#key.entryMac(last.mac, { ...entry, seq: last.seq + 1 })
    if (entry.seq !== last.seq + 1 || !isSameMac(entry.mac, mac)) throw new ChainBroken(entry.org_id)
    return mac
  }
}
