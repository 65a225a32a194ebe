import { useEffect, useEffectEvent } from 'react'
import { useCommandRegistry } from './CommandsProvider.tsx'
import { useLayer } from './ShortcutLayer.tsx'

/** Something that the open page can do. */
export interface CommandOptions {
  /** Unique on the page; the palette stores recent use under it. */
  readonly id: string
  /** Label that starts with a verb. */
  readonly label: string
  /** A lucide icon's name. */
  readonly icon?: string
  /** Keys that also run it, in the syntax of `useShortcut`; `c` by convention for create commands. */
  readonly keys?: string
  /** Whether it can be done at present; `true` when left out. */
  readonly enabled?: boolean
  readonly run: () => void
}

/**
 * Puts an entry into the command palette as long as the component is mounted, with its keys.
 * @throws Error when the keys cannot be read, or outside a host
 * @example useCommand({ id: 'notes.create', label: t('notes.create'), icon: 'plus', keys: 'c', run: create })
 * @since 1.0.0
 */
export function useCommand(options: CommandOptions): void {
  const { id, label, icon, keys, enabled = true } = options
  const { addCommand, addShortcut } = useCommandRegistry()
  const layer = useLayer()
  const run = useEffectEvent(() => options.run())
  useEffect(() => {
    if (!enabled) return undefined
    const remove = addCommand({ id, label, icon, keys, run: () => run() })
    const removeKeys =
      keys === undefined ? undefined : addShortcut({ keys, label, group: 'page', layer, run: () => run() })
    return () => {
      remove()
      removeKeys?.()
    }
  }, [addCommand, addShortcut, id, label, icon, keys, enabled, layer])
}
