import { useEffect, useRef } from 'react'
import type { CurrentRow } from '../list/useCurrentRow.ts'

/** Leads the focus from the list into the email, and back. */
export interface ReadingFocus {
  /** The next email that opens gets the focus. */
  readonly want: () => void
  /** Whether the email that has opened gets the focus; true once. */
  readonly takes: () => boolean
}

/** An email that the reader opens gets the focus; the list gets it back when the email closes. */
export function useReadingFocus(openId: string | null, current: CurrentRow): ReadingFocus {
  const isWanted = useRef(false)
  const before = useRef(openId)
  useEffect(() => {
    if (before.current !== null && openId === null && current.id !== undefined && isNowhere()) current.focus(current.id)
    before.current = openId
  })
  return {
    want() {
      isWanted.current = true
    },
    takes() {
      const wanted = isWanted.current
      isWanted.current = false
      return wanted
    },
  }
}

/** Whether the element that had the focus is gone. */
function isNowhere(): boolean {
  const { activeElement: focused } = document
  return focused === null || focused === document.body || focused.getClientRects().length === 0
}
