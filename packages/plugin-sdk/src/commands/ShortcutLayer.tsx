import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import type { Layer } from './command-registry.ts'
import { useCommandRegistry } from './CommandsProvider.tsx'

const LayerContext = createContext<Layer>(undefined)

/**
 * Wraps the content of an overlay that traps focus. While mounted, shortcuts below it are inactive and only those
 * inside it run.
 */
export function ShortcutLayer({ children }: { readonly children: ReactNode }): ReactNode {
  const { openLayer } = useCommandRegistry()
  const [layer] = useState(() => ({}))
  useEffect(() => openLayer(layer), [openLayer, layer])
  return <LayerContext value={layer}>{children}</LayerContext>
}

/** The layer that something is registered in. */
export function useLayer(): Layer {
  return useContext(LayerContext)
}
