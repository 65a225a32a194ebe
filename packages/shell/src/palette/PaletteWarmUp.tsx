import type { ShellScope } from '@host/plugin-sdk/shell'
import { usePaletteEntries } from './usePaletteEntries.ts'

/** Prefetches the palette's entries, so that none appears under the pointer later. */
export default function PaletteWarmUp({ scope }: { readonly scope: ShellScope }) {
  usePaletteEntries(scope)
  return null
}
