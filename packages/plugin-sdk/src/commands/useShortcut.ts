import { useEffect, useEffectEvent } from 'react'
import type { ShortcutGroup } from './command-registry.ts'
import { useCommandRegistry } from './CommandsProvider.tsx'
import { useLayer } from './ShortcutLayer.tsx'

/** More about a shortcut. */
export interface ShortcutOptions {
  /** What it does, for the list of shortcuts that `?` opens; one without is not listed. */
  readonly label?: string
  /** Where it is listed; `page` when left out. */
  readonly group?: ShortcutGroup
  /** Whether it holds at present; `true` when left out. */
  readonly enabled?: boolean
  /** Whether holding the key down goes on, as moves through a list do; `false` when left out. */
  readonly repeats?: boolean
}

/**
 * Runs something when keys are pressed, as long as the component is mounted. Keys are `c`, `/`, `?`, `Escape`, `mod+k`,
 * or a sequence such as `g m`. Nothing runs while somebody types, unless the keys have `mod`, nor behind an open dialog
 * the component is not in. Of two shortcuts with the same keys the one that was mounted last runs.
 * @throws Error when the keys cannot be read, or outside a host
 * @example useShortcut('c', () => setCreating(true), { label: t('notes.create') })
 * @since 1.0.0
 */
export function useShortcut(
  keys: string,
  handler: (event: KeyboardEvent) => void,
  { label, group = 'page', enabled = true, repeats = false }: ShortcutOptions = {},
): void {
  const { addShortcut } = useCommandRegistry()
  const layer = useLayer()
  const run = useEffectEvent((event: KeyboardEvent) => handler(event))
  useEffect(() => {
    if (!enabled) return undefined
    return addShortcut({ keys, label, group, repeats, layer, run: (event) => run(event) })
  }, [addShortcut, keys, label, group, enabled, repeats, layer])
}
