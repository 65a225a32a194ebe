import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { SelectOption } from './Select.tsx'
import type { OptionsSource } from './useComboboxOptions.ts'

/** Options of values that are stored and not among the options of the list. */
export interface StoredOptions {
  /** The option of a value: found, being loaded, no longer available, or labeled with the value itself. */
  readonly optionOf: (value: string) => SelectOption<string>
}

/** Finds the options of stored values, each once. */
export function useStoredOptions(find: OptionsSource['find'], values: readonly string[]): StoredOptions {
  const { t } = useTranslation()
  const [found, setFound] = useState<ReadonlyMap<string, SelectOption<string> | undefined>>(new Map())
  const ask = useEffectEvent(async (value: string, signal: AbortSignal) => {
    if (found.has(value)) return
    const option = await find?.(value, signal).catch(() => ({ value, label: value }))
    if (!signal.aborted) setFound((before) => new Map([...before, [value, option]]))
  })
  const wanted = find === undefined ? '' : JSON.stringify(values)
  useEffect(() => {
    if (wanted === '') return undefined
    const stop = new AbortController()
    for (const value of JSON.parse(wanted) as string[]) void ask(value, stop.signal)
    return () => stop.abort()
  }, [wanted])
  return {
    optionOf(value) {
      if (find === undefined) return { value, label: value }
      if (!found.has(value)) return { value, label: t('sdk.loading') }
      return found.get(value) ?? { value, label: t('sdk.combobox.gone') }
    },
  }
}
