import { createContext, useContext } from 'react'

/** The gate around a page. */
export interface PluginGateHandle {
  /**
   * Shows the standard view of a status in place of the page: 402 locked, 403 access denied, 404 not available, any
   * other the error view.
   */
  readonly degrade: (status: number) => void
}

export const GateContext = createContext<PluginGateHandle | undefined>(undefined)

/**
 * The gate around this page.
 * @throws Error outside a plugin's page
 * @example
 * const { degrade } = usePluginGate()
 * if (response.status === 402) degrade(402)
 * @since 1.0.0
 */
export function usePluginGate(): PluginGateHandle {
  const gate = useContext(GateContext)
  if (gate === undefined) throw new Error('usePluginGate stands outside a plugin page: wrap it in PluginGate.')
  return gate
}
