import { useEffect, useRef, useState, type RefObject } from 'react'

/** The row that the keyboard is at. */
export interface CurrentRow {
  /** The row that Tab reaches: the last one that had the focus, or the first one. */
  readonly id: string | undefined
  /** Notes that a row has the focus. */
  readonly enter: (id: string) => void
  /** Gives the focus to a row. */
  readonly focus: (id: string) => void
}

export interface CurrentRowOptions {
  readonly keys: readonly string[]
  readonly scroll: RefObject<HTMLElement | null>
  /** Brings a row into sight that may not be drawn. */
  readonly scrollTo: (index: number) => void
}

/** Keeps one row of the list in the order of Tab, and gives it the focus once it is drawn. */
export function useCurrentRow({ keys, scroll, scrollTo }: CurrentRowOptions): CurrentRow {
  const [kept, enter] = useState<string>()
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current !== undefined && focusRow(scroll.current, wanted.current)) wanted.current = undefined
  })
  return {
    id: kept !== undefined && keys.includes(kept) ? kept : keys[0],
    enter,
    focus(id) {
      enter(id)
      scrollTo(keys.indexOf(id))
      wanted.current = focusRow(scroll.current, id) ? undefined : id
    },
  }
}

function focusRow(pane: HTMLElement | null, id: string): boolean {
  const row = pane?.querySelector<HTMLElement>(`[data-email="${CSS.escape(id)}"]`)
  row?.focus({ preventScroll: true })
  return row !== null && row !== undefined
}
