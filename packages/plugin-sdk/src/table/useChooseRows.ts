import { useRef } from 'react'
import type { KeyedRow } from './useRows.ts'
import type { Selection } from './useSelection.ts'

/** Chooses a row, or with Shift all from the last one to it; undefined when rows cannot be chosen. */
export function useChooseRows(
  rows: readonly KeyedRow<unknown>[],
  selection: Selection | undefined,
): ((id: string, isRange: boolean) => void) | undefined {
  const last = useRef<string>(undefined)
  if (selection === undefined) return undefined
  return (id, isRange) => {
    const [from, to] = [last.current, id].map((one) => rows.findIndex((row) => row.id === one))
    last.current = id
    if (!isRange || from === undefined || to === undefined || from === -1) return selection.toggle(id)
    const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id)
    return selection.set(range, !selection.keys.has(id))
  }
}
