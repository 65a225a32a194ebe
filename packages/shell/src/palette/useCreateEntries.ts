import { useActionEntries } from './useActionEntries.ts'
import type { PaletteEntry } from './palette-entry.ts'

/** The actions that create a record, in the order of the sidebar. */
export function useCreateEntries(): readonly PaletteEntry[] {
  return useActionEntries().filter(({ section }) => section === 'create')
}
