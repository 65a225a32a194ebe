import type { ShellScope } from '@host/plugin-sdk/shell'
import type { PaletteEntry } from './palette-entry.ts'
import { useAccountEntries } from './useAccountEntries.ts'
import { useActionEntries } from './useActionEntries.ts'
import { useCommandEntries } from './useCommandEntries.ts'
import { useDisplayEntries } from './useDisplayEntries.ts'
import { usePageEntries } from './usePageEntries.ts'
import { useWorkspaceEntries } from './useWorkspaceEntries.ts'

/** Everything that the palette knows by itself, without asking the server for records. */
export function usePaletteEntries(scope: ShellScope): readonly PaletteEntry[] {
  return [
    ...useCommandEntries(),
    ...usePageEntries(scope),
    ...useActionEntries(),
    ...useWorkspaceEntries(),
    ...useDisplayEntries(),
    ...useAccountEntries(scope),
  ]
}
