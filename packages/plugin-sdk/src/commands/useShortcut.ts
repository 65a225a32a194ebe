import { useEffect, useEffectEvent } from 'react'
import type { ShortcutGroup } from './command-registry.ts'
import { useCommandRegistry } from './CommandsProvider.tsx'
import { useLayer } from './ShortcutLayer.tsx'

/** More about a shortcut. */
export interface ShortcutOptions {
  /** Description for the list of shortcuts opened with `?`; a shortcut without one is not listed. */
  readonly label?: string
  /** Where it is listed; `page` when left out. */
  readonly group?: ShortcutGroup
  /** Whether it holds at present; `true` when left out. */
  readonly enabled?: boolean
  /** Whether holding the key down runs it repeatedly, as for moves through a list. Default: `false`. */
  readonly repeats?: boolean
}

/**
 * Runs a function when keys are pressed, while the component is mounted. Keys are `c`, `/`, `?`, `Escape`, `mod+k`, or
 * a sequence such as `g m`. Shortcuts don't run while the user types, unless the keys include `mod`, or behind an open
 * dialog that doesn't contain the component. If two shortcuts have the same keys, the one mounted last runs.
 * @throws Error when the keys cannot be parsed, or outside a host
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
