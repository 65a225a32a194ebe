import { useEffect, useRef, useState, type RefObject } from 'react'
import type { KeyedRow } from './useRows.ts'

/** The row that the keyboard is at. */
export interface RowFocus {
  /** The row that Tab reaches: the last one that had the focus, or the first one. */
  readonly currentId: string | undefined
  /** Whether the focus is in the table now. */
  readonly isInside: boolean
  readonly setCurrent: (id: string) => void
  readonly setInside: (isInside: boolean) => void
  /** The row so many steps on, which gets the focus. */
  readonly move: (step: number) => KeyedRow<unknown> | undefined
  /** Gives the focus to a row. */
  readonly focus: (id: string) => void
}

/** Options of moving the focus between rows. */
export interface RowFocusOptions {
  readonly rows: readonly KeyedRow<unknown>[]
  readonly box: RefObject<HTMLElement | null>
  /** Brings a row that is not drawn into sight. */
  readonly scrollTo: (index: number) => void
}

/** Keeps one row of a table in the order of Tab, and moves the focus from row to row. */
export function useRowFocus({ rows, box, scrollTo }: RowFocusOptions): RowFocus {
  const [kept, setCurrent] = useState<string>()
  const [isInside, setInside] = useState(false)
  const wanted = useRef<string>(undefined)
  const index = rows.findIndex(({ id }) => id === kept)
  useEffect(() => {
    if (wanted.current !== undefined && focusRow(box.current, wanted.current)) wanted.current = undefined
  })
  function focus(id: string) {
    setCurrent(id)
    wanted.current = focusRow(box.current, id) ? undefined : id
    if (wanted.current !== undefined) scrollTo(rows.findIndex((row) => row.id === id))
  }
  return {
    currentId: index === -1 ? rows[0]?.id : kept,
    isInside,
    setCurrent,
    setInside,
    focus,
    move(step) {
      const next = rows[index === -1 ? 0 : Math.min(Math.max(0, index + step), rows.length - 1)]
      if (next !== undefined) focus(next.id)
      return next
    },
  }
}

function focusRow(box: HTMLElement | null, id: string): boolean {
  const row = box?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView?.({ block: 'nearest' })
  return row !== null && row !== undefined
}
