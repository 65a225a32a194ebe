import { useCommands } from '@host/plugin-sdk/shell'
import type { PaletteEntry } from './palette-entry.ts'

/** Commands of the open page. Of two with one ID the last registered wins. */
export function useCommandEntries(): readonly PaletteEntry[] {
  const byId = new Map(useCommands().map((command) => [command.id, command]))
  return Array.from(byId.values(), ({ id, label, icon = 'zap', keys, run }) => ({
    id: `command ${id}`,
    section: 'commands',
    label,
    icon,
    keys,
    run,
  }))
}
