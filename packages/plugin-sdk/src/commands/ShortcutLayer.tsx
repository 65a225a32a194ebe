import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import type { Layer } from './command-registry.ts'
import { useCommandRegistry } from './CommandsProvider.tsx'

const LayerContext = createContext<Layer>(undefined)

/**
 * Stands around the content of what lies over the page and holds the focus. As long as it is mounted, shortcuts of
 * what is below do nothing, and those of what is inside it do.
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
