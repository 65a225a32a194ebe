import { useRef, useState } from 'react'
import type { ShownWarning } from '@host/platform-api/changesets'

/** Texts that the reader types before a plan is approved. */
export interface Confirmations {
  /** Each text once. */
  readonly wanted: readonly string[]
  readonly valueOf: (wanted: string) => string
  readonly type: (wanted: string, value: string) => void
  /** Whether a field shows that its text is missing. */
  readonly isMissing: (wanted: string) => boolean
  readonly fieldOf: (wanted: string) => (field: HTMLInputElement | null) => void
  /** Whether all are typed; moves the focus to the first that is not. */
  readonly check: () => boolean
}

const nothing: Readonly<Record<string, string>> = {}

/** Holds what the reader types for the warnings of a plan. */
export function useConfirmations(warnings: readonly ShownWarning[]): Confirmations {
  const wanted = [...new Set(warnings.flatMap(({ confirm }) => confirm ?? []))]
  const [typed, setTyped] = useState(nothing)
  const [isChecked, setChecked] = useState(false)
  const fields = useRef(new Map<string, HTMLInputElement>())
  const isTyped = (text: string): boolean => (typed[text] ?? '').trim() === text.trim()
  return {
    wanted,
    valueOf: (text) => typed[text] ?? '',
    type: (text, value) => setTyped((before) => ({ ...before, [text]: value })),
    isMissing: (text) => isChecked && !isTyped(text),
    fieldOf: (text) => (field) => {
      if (field === null) fields.current.delete(text)
      else fields.current.set(text, field)
    },
    check: () => {
      const missing = wanted.find((text) => !isTyped(text))
      setChecked(missing !== undefined)
      if (missing !== undefined) fields.current.get(missing)?.focus()
      return missing === undefined
    },
  }
}
