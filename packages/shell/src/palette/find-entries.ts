import { matchTerm, searchTerms } from './match-text.ts'
import { isFoundByServer, paletteSections, type PaletteEntry, type PaletteSection } from './palette-entry.ts'

/** An entry that was found, and the characters of its label that say why. */
export interface FoundEntry {
  readonly entry: PaletteEntry
  readonly marks: ReadonlySet<number>
  readonly score: number
}

/** The entries under one heading. */
export interface FoundSection {
  readonly section: PaletteSection
  readonly found: readonly FoundEntry[]
}

const mostOfSection = 20
/** So that recent entries stay in sight. */
const mostToCreate = 5
const nothingMarked: ReadonlySet<number> = new Set()

/**
 * Entries that match the query, in sections: all in order without a query, else best first. Server results are trusted
 * and come last, so that nothing moves under the pointer when they arrive.
 */
export function findEntries(entries: readonly PaletteEntry[], query: string): readonly FoundSection[] {
  const terms = searchTerms(query)
  const found = entries.flatMap((entry) => findEntry(entry, terms) ?? [])
  const sections = paletteSections
    .filter((section) => section !== 'recent' || terms.length === 0)
    .map((section) => ({
      section,
      found: bestOf(
        found.filter(({ entry }) => entry.section === section),
        limitOf(section, terms),
      ),
    }))
    .filter((one) => one.found.length > 0)
  return terms.length === 0 ? sections : sections.toSorted((a, b) => rankOf(b) - rankOf(a))
}

/** Stable among equals, so that with nothing typed the order is the given one. */
function bestOf(found: readonly FoundEntry[], limit: number): readonly FoundEntry[] {
  return found.toSorted((a, b) => b.score - a.score).slice(0, limit)
}

function limitOf(section: PaletteSection, terms: readonly string[]): number {
  return section === 'create' && terms.length === 0 ? mostToCreate : mostOfSection
}

function rankOf({ section, found }: FoundSection): number {
  return isFoundByServer(section) ? -1 : (found[0]?.score ?? 0)
}

function findEntry(entry: PaletteEntry, terms: readonly string[]): FoundEntry | undefined {
  const marks = new Set<number>()
  let score = 0
  for (const term of terms) {
    const inLabel = matchTerm(entry.label, term)
    const inDetail = entry.detail === undefined ? undefined : matchTerm(entry.detail, term)
    const best = Math.max(inLabel?.score ?? -1, (inDetail?.score ?? -1) / 2)
    if (best < 0 && !isFoundByServer(entry.section)) return undefined
    score += Math.max(best, 0)
    for (const mark of inLabel?.marks ?? nothingMarked) marks.add(mark)
  }
  return { entry, marks, score: terms.length === 0 ? 0 : score / terms.length }
}
