import type { ShellScope } from '@host/plugin-sdk/shell'
import { usePaletteEntries } from './usePaletteEntries.ts'

/** Asks for what the palette lists before it is opened, so that nothing arrives under the pointer. */
export default function PaletteWarmUp({ scope }: { readonly scope: ShellScope }) {
  usePaletteEntries(scope)
  return null
}
