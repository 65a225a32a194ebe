import { Combobox as Base } from '@base-ui/react/combobox'
import { useEffect, useEffectEvent, useState } from 'react'
import type { SelectOption } from './Select.tsx'
import { useStoredOptions } from './useStoredOptions.ts'

/** Where the choices of a `Combobox` come from. */
export interface OptionsSource {
  /** The choices; with `load`, those that are known beforehand, such as the chosen ones. */
  readonly options?: readonly SelectOption<string>[]
  /** Finds options for the typed text, 250 ms after the last keystroke; the signal aborts an outdated request. */
  readonly load?: (text: string, signal: AbortSignal) => Promise<readonly SelectOption<string>[]>
  /**
   * Finds the option of a chosen value that is not among the options, such as a stored one; undefined for a value that
   * no longer exists.
   */
  readonly find?: (value: string, signal: AbortSignal) => Promise<SelectOption<string> | undefined>
  /** Creates an option from the typed text and returns its value. */
  readonly onCreate?: (text: string) => string
}

/** Options of the list and the state of loading them. */
export interface ComboboxOptions {
  readonly options: readonly SelectOption<string>[]
  /** `null` leaves the choices as they were found. */
  readonly filter: null | ((option: SelectOption<string>, text: string) => boolean)
  /** Sets the current text of the field. */
  readonly setText: (text: string) => void
  readonly isLoading: boolean
  readonly hasFailed: boolean
  /** The option of a value; for an unknown value, an option labeled with the value itself. */
  readonly optionOf: (value: string) => SelectOption<string>
  /** Returns the values of the selected options, creating the new option if its entry was selected. */
  readonly settle: (chosen: readonly SelectOption<string>[]) => readonly string[]
}

/** The value of the entry that creates; no value of a caller begins like it. */
export const createValue = '\u0000create'

const quietMilliseconds = 250

/** The selected values of a combobox. */
export interface ComboboxChoice {
  readonly values: readonly string[]
  /** The value whose label is in the text field and is not searched for. */
  readonly written: string | undefined
}

/** The options of a combobox: static ones, those loaded for the typed text, and the create entry. */
export function useComboboxOptions(source: OptionsSource, { values, written }: ComboboxChoice): ComboboxOptions {
  const { options = [], load, find, onCreate } = source
  const [text, setText] = useState('')
  const [seen, setSeen] = useState<ReadonlyMap<string, SelectOption<string>>>(new Map())
  const isKnown = (value: string): boolean => seen.has(value) || options.some((option) => option.value === value)
  const stored = useStoredOptions(
    find,
    values.filter((value) => !isKnown(value)),
  )
  const nameOf = (value: string): string =>
    (seen.get(value) ?? options.find((option) => option.value === value) ?? stored.optionOf(value)).label
  const typed = written !== undefined && text === nameOf(written) ? '' : text.trim()
  const found = useFound(load, typed)
  const { contains } = Base.useFilter({ sensitivity: 'base' })
  const known = load === undefined ? options : found.options
  const isNew = onCreate !== undefined && typed !== '' && !known.some(({ label }) => isAlike(label, typed))
  return {
    options: isNew ? [...known, { value: createValue, label: typed }] : known,
    filter:
      load === undefined ? (option, query) => option.value === createValue || contains(option.label, query) : null,
    setText,
    isLoading: found.isLoading,
    hasFailed: found.hasFailed,
    optionOf: (value) =>
      [...known, ...options].find((option) => option.value === value) ?? seen.get(value) ?? stored.optionOf(value),
    settle(chosen) {
      const settled = chosen.map((option) => settleOne(option, onCreate))
      setSeen((before) => new Map([...before, ...settled.map((option) => [option.value, option] as const)]))
      return settled.map(({ value }) => value)
    },
  }
}

function settleOne(option: SelectOption<string>, onCreate: OptionsSource['onCreate']): SelectOption<string> {
  if (option.value !== createValue || onCreate === undefined) return option
  return { value: onCreate(option.label), label: option.label }
}

function isAlike(label: string, typed: string): boolean {
  return label.localeCompare(typed, undefined, { sensitivity: 'base' }) === 0
}

interface Found {
  readonly options: readonly SelectOption<string>[]
  readonly isLoading: boolean
  readonly hasFailed: boolean
}

/** Loads options for the typed text. The previous result stays until the next one arrives. */
function useFound(load: OptionsSource['load'], text: string): Found {
  const [found, setFound] = useState<Found>({ options: [], isLoading: load !== undefined, hasFailed: false })
  const ask = useEffectEvent(async (signal: AbortSignal) => {
    if (load === undefined) return
    try {
      const options = await load(text.trim(), signal)
      if (!signal.aborted) setFound({ options, isLoading: false, hasFailed: false })
    } catch {
      if (!signal.aborted) setFound({ options: [], isLoading: false, hasFailed: true })
    }
  })
  const isAsking = load !== undefined
  useEffect(() => {
    if (!isAsking) return undefined
    const stop = new AbortController()
    setFound((before) => ({ ...before, isLoading: true }))
    const timer = setTimeout(() => void ask(stop.signal), text === '' ? 0 : quietMilliseconds)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [isAsking, text])
  return found
}
