import { useCommands } from '@host/plugin-sdk/shell'
import type { PaletteEntry } from './palette-entry.ts'

/** What the open page can do. Of two with one id the one that was registered last counts. */
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
