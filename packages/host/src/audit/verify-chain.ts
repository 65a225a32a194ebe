import type { AuditFinding } from './audit-finding.ts'
import { isSameMac, type ChainKey, type SealedEntry, type StoredChain } from './chain-key.ts'
import type { ChainStore } from './chain-store.ts'
import { diagnose, type Gap, type Suspect } from './diagnose.ts'
import { instanceOrgId } from '../request/instance-org-id.ts'

/** The result for one chain. */
export interface VerifiedChain {
  /** How many sealed entries were checked. */
  readonly sealed: number
  readonly findings: readonly AuditFinding[]
}

/** Dependencies of verifying. */
export interface VerifyParts {
  readonly store: ChainStore
  readonly key: ChainKey
}

const pageSize = 1_000
/** Findings of one chain that are reported individually. */
const mostFindings = 100
const attempts = 5

/** Checks a chain from its anchor to its end, also while entries are sealed and removed in their time. */
export async function verifyChain(parts: VerifyParts, orgId: string): Promise<VerifiedChain> {
  for (let attempt = 1; ; attempt += 1) {
    const chain = await parts.store.read(orgId)
    if (chain === undefined) return { sealed: 0, findings: [] }
    const verified = await new ChainWalk(parts, chain).run()
    if (verified.findings.length === 0 || attempt === attempts) return verified
    // Entries that retention removed meanwhile are missing for a good reason.
    const now = await parts.store.read(orgId)
    if (now?.anchor_seq === chain.anchor_seq) return verified
  }
}

class ChainWalk {
  readonly #parts: VerifyParts
  readonly #chain: StoredChain
  readonly #findings: AuditFinding[] = []
  readonly #suspects: Suspect[] = []
  readonly #gaps: Gap[] = []
  /** Possible predecessors of the next entry: the stored mac, and the expected one; none after a gap. */
  #before: readonly string[]
  #last: number
  #sealed = 0

  constructor(parts: VerifyParts, chain: StoredChain) {
    this.#parts = parts
    this.#chain = chain
    this.#before = [chain.anchor_mac]
    this.#last = chain.anchor_seq
  }

  async run(): Promise<VerifiedChain> {
    const { store, key } = this.#parts
    const { org_id: orgId, anchor_seq: anchor, seq: head } = this.#chain
    if (!key.isSealed(this.#chain)) this.#find('chain altered', 'the head row of the chain was altered')
    for (let from = anchor; from < head; from += pageSize) {
      for (const entry of await store.sealed(orgId, from, Math.min(from + pageSize, head))) this.#check(entry)
    }
    this.#checkEnd()
    for (const diagnosis of diagnose(key, this.#suspects, this.#gaps)) {
      const { kind, entry } = diagnosis
      this.#find(kind, sentences[kind]('sealedAt' in diagnosis ? diagnosis.sealedAt : 0), entry)
    }
    await this.#findAstray()
    return { sealed: this.#sealed, findings: this.#findings.slice(0, mostFindings) }
  }

  #check(entry: SealedEntry): void {
    const { key } = this.#parts
    const { seq, mac } = entry
    this.#sealed += 1
    if (seq <= this.#last) return this.#find('inserted', 'a second entry has this position', entry)
    if (seq > this.#last + 1) this.#findGap(this.#last + 1, seq - 1, 'removed')
    this.#last = seq
    const expected = this.#before.map((before) => key.entryMac(before, entry))
    const isSound = expected.length === 0 || expected.some((each) => isSameMac(each, mac))
    if (!isSound) this.#suspects.push({ entry, before: this.#before[0] ?? '' })
    this.#before = isSound ? [mac] : [mac, ...expected]
  }

  #checkEnd(): void {
    const { seq: head, mac } = this.#chain
    if (this.#last < head) return this.#findGap(this.#last + 1, head, 'cut off')
    // A suspect at the end is reported by itself.
    const isSuspect = this.#suspects.at(-1)?.entry.seq === head
    const isEnd = this.#before.length === 0 || this.#before.some((before) => isSameMac(before, mac))
    if (!isEnd && !isSuspect) this.#find('chain altered', 'the last entry is not the recorded end of the chain')
  }

  #findGap(first: number, last: number, kind: 'removed' | 'cut off'): void {
    const count = last - first + 1
    this.#find(kind, count === 1 ? 'this entry is missing' : `${count} entries are missing, up to ${last}`, {
      seq: first,
    })
    this.#gaps.push({ seq: first, before: this.#before[0] ?? '' })
    this.#before = []
  }

  /** Entries sealed during the check claim places after the known end, so the end is read again. */
  async #findAstray(): Promise<void> {
    const { store } = this.#parts
    const { org_id: orgId, anchor_seq: anchor } = this.#chain
    const astray = await store.astray(this.#chain, mostFindings)
    const end = astray.length === 0 ? undefined : await store.read(orgId)
    for (const entry of astray) {
      if (entry.seq <= anchor) this.#find('inserted', 'the entry at this position had expired and was removed', entry)
      // Not `>`: SQLite keeps a text in a column of numbers, and no comparison with it is true.
      else if (!(entry.seq <= (end?.seq ?? 0))) this.#find('inserted', "the chain doesn't reach this position", entry)
    }
  }

  #find(kind: AuditFinding['kind'], detail: string, at?: { readonly seq: number; readonly id?: string }): void {
    const { org_id: orgId } = this.#chain
    const place = at === undefined ? {} : { sequence: at.seq, id: at.id }
    this.#findings.push({ kind, orgId: orgId === instanceOrgId ? undefined : orgId, ...place, detail })
  }
}

const sentences = {
  altered: () => 'a value of the entry differs from the sealed value',
  inserted: () => 'this entry was never sealed',
  reordered: (sealedAt: number) => `the entry was sealed at position ${sealedAt}`,
}
