import { useClient, type LookupFilter } from '@host/plugin-sdk'
import { listLabels } from '../../../shared.ts'

/** Labels to filter by; they are asked for when the filter is used. */
export function useLabelOptions(): Pick<LookupFilter, 'load' | 'find'> {
  const client = useClient()
  const all = async (signal: AbortSignal) => {
    const { items } = await client.call(listLabels, undefined, { signal })
    return items.map(({ id, name }) => ({ value: id, label: name }))
  }
  return {
    load: async (text, signal) =>
      (await all(signal)).filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())),
    find: async (value, signal) =>
      (await all(signal)).find((option) => option.value === value) ?? { value, label: value },
  }
}
