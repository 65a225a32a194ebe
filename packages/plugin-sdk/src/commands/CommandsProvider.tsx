import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { createCommandRegistry, type CommandRegistry } from './command-registry.ts'

const RegistryContext = createContext<CommandRegistry | undefined>(undefined)

/** Keeps the shortcuts and commands of a page, and listens to the keyboard. */
export function CommandsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [registry] = useState(() => createCommandRegistry())
  useEffect(() => {
    window.addEventListener('keydown', registry.press)
    return () => window.removeEventListener('keydown', registry.press)
  }, [registry])
  return <RegistryContext value={registry}>{children}</RegistryContext>
}

/** @throws Error outside a `CommandsProvider` */
export function useCommandRegistry(): CommandRegistry {
  const registry = useContext(RegistryContext)
  if (registry === undefined) throw new Error('Shortcuts and commands stand inside a host: wrap it in HostProvider.')
  return registry
}
