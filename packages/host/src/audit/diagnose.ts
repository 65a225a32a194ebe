import { isSameMac, type ChainKey, type SealedEntry } from './chain-key.ts'

/** An entry whose mac does not match its place. */
export interface Suspect {
  readonly entry: SealedEntry
  /** The mac that stands before it. */
  readonly before: string
}

/** A place of the chain where no entry is. */
export interface Gap {
  readonly seq: number
  readonly before: string
}

/** The cause of a mismatched entry. */
export type Diagnosis =
  | { readonly kind: 'altered' | 'inserted'; readonly entry: SealedEntry }
  | { readonly kind: 'reordered'; readonly entry: SealedEntry; readonly sealedAt: number }

/** Most suspects compared with each other; further ones are reported as altered, which they are. */
const most = 24

/**
 * Finds the cause of mismatched entries: one that matches another place was moved; one that matches its own place after
 * another entry is sound, and only its neighbor is not; one that matches nowhere was inserted when the entry of its
 * place is found elsewhere, and altered when it is not. An entry after a place whose own entry is lost can't be judged.
 */
export function diagnose(key: ChainKey, suspects: readonly Suspect[], gaps: readonly Gap[]): readonly Diagnosis[] {
  const compared = suspects.slice(0, most)
  const candidates = candidatesOf(compared, gaps.slice(0, most))
  const sealedAt = new Map(compared.map(({ entry }) => [entry, placeOf(key, entry, candidates)]))
  const placed = new Set(sealedAt.values())
  const anonymousClients = new Set<number>()
  return suspects.flatMap(({ entry }): readonly Diagnosis[] => {
    const place = sealedAt.get(entry)
    if (place === entry.seq) return []
    if (place === undefined && anonymousClients.has(entry.seq - 1) && !placed.has(entry.seq - 1)) return []
    if (place !== undefined || placed.has(entry.seq)) anonymousClients.add(entry.seq)
    if (place !== undefined) return [{ kind: 'reordered', entry, sealedAt: place }]
    return [{ kind: placed.has(entry.seq) ? 'inserted' : 'altered', entry }]
  })
}

interface Candidates {
  readonly places: readonly number[]
  readonly macs: ReadonlySet<string>
}

function candidatesOf(suspects: readonly Suspect[], gaps: readonly Gap[]): Candidates {
  return {
    places: [...suspects.map(({ entry }) => entry.seq), ...gaps.map(({ seq }) => seq)],
    macs: new Set([
      ...suspects.flatMap(({ entry, before }) => [entry.mac, before]),
      ...gaps.map(({ before }) => before),
    ]),
  }
}

/** The place at which an entry was sealed, if it is one of those that are in question. */
function placeOf(key: ChainKey, entry: SealedEntry, { places, macs }: Candidates): number | undefined {
  return places.find((seq) => macs.values().some((before) => fits(key, { ...entry, seq }, before)))
}

function fits(key: ChainKey, entry: SealedEntry, before: string): boolean {
  return isSameMac(entry.mac, key.entryMac(before, entry))
}
