import { useState } from 'react'
import type { TableHandle } from './useTable.ts'

/** The rows that are chosen. */
export interface Selection {
  readonly keys: ReadonlySet<string>
  /** Whether every row that matches is chosen, also those that are not loaded. */
  readonly isAllMatching: boolean
  readonly isEmpty: boolean
  readonly toggle: (key: string) => void
  /** Chooses or leaves several at once. */
  readonly set: (keys: readonly string[], isChosen: boolean) => void
  readonly chooseAllMatching: () => void
  readonly clear: () => void
}

interface Chosen {
  readonly keys: ReadonlySet<string>
  readonly isAllMatching: boolean
  /** The view in which the rows were selected; a selection from another view is neither shown nor acted on. */
  readonly view: string
}

/**
 * The rows of a table that are chosen. Another search, filter or order begins with none.
 * @example const selection = useSelection(table)
 * @since 1.0.0
 */
export function useSelection({ viewQuery: view }: Pick<TableHandle, 'viewQuery'>): Selection {
  const none: Chosen = { keys: new Set(), isAllMatching: false, view }
  const [kept, keep] = useState(none)
  const chosen = kept.view === view ? kept : none
  const change = (to: (before: ReadonlySet<string>) => Iterable<string>) =>
    keep((before) => ({
      keys: new Set(to(before.view === view ? before.keys : none.keys)),
      isAllMatching: false,
      view,
    }))
  const set = (keys: readonly string[], isChosen: boolean) =>
    change((before) => (isChosen ? before.union(new Set(keys)) : before.difference(new Set(keys))))
  return {
    keys: chosen.keys,
    isAllMatching: chosen.isAllMatching,
    isEmpty: chosen.keys.size === 0,
    set,
    toggle: (key) => change((before) => before.symmetricDifference(new Set([key]))),
    chooseAllMatching: () => keep({ ...chosen, isAllMatching: true }),
    clear: () => keep(none),
  }
}
