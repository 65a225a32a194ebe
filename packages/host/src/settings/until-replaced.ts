import { Problem } from '@host/plugin'
import type { SettingsPlace } from './settings-place.ts'
import type { CurrentSection, SettingsStore, StoredSection } from './settings-store.ts'

/** The rows that are replaced. */
export type ReplaceableRows = Pick<SettingsStore, 'read' | 'replace'>

/** The next values of a row. */
export interface Replacement {
  readonly next: StoredSection
  /** Writes of the same transaction. */
  beside?(): Promise<void>
}

/** How often a row is read again that others write meanwhile. */
const mostAttempts = 6

/**
 * Replaces a row by values made of its present ones, and makes them again when another writer was faster.
 *
 * @param change gets the row as it was read; undefined leaves it as it is
 * @throws Problem `conflict` when others keep writing
 */
export async function untilReplaced(
  store: ReplaceableRows,
  place: SettingsPlace,
  change: (current: CurrentSection) => Promise<Replacement | undefined>,
): Promise<void> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const current = await store.read(place)
    const replacement = await change(current)
    if (replacement === undefined) return
    const { next, beside = async () => undefined } = replacement
    if (await store.replace(place, { revision: current.revision, next, beside })) return
  }
  throw new Problem('conflict')
}
