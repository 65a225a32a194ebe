import { createContext, use, useEffect, useSyncExternalStore, type ReactNode } from 'react'
import type { Texts } from './texts.ts'

const TextsContext = createContext<Texts | undefined>(undefined)

/** Gives the texts to everything inside. */
export function TextsProvider({ texts, children }: { readonly texts: Texts; readonly children: ReactNode }): ReactNode {
  return <TextsContext value={texts}>{children}</TextsContext>
}

/** Props of `Dictionaries`. */
export interface DictionariesProps {
  /** The namespaces. */
  readonly of: readonly string[]
  readonly children: ReactNode
}

/** Shows its children when the dictionaries of the namespaces have arrived; suspends until then. */
export function Dictionaries({ of, children }: DictionariesProps): ReactNode {
  use(useTexts().load(of))
  return children
}

/**
 * Loads dictionaries and returns whether they have arrived. For content that is left out until then and must appear at
 * once, where Suspense would delay it.
 */
export function useDictionaries(namespaces: readonly string[]): boolean {
  const texts = useTexts()
  const isLoaded = () => texts.isLoaded(namespaces)
  const isReady = useSyncExternalStore(texts.subscribe, isLoaded, isLoaded)
  useEffect(() => {
    if (!isReady) void texts.load(namespaces)
  })
  return isReady
}

/** @throws Error outside a `TextsProvider` */
export function useTexts(): Texts {
  const texts = use(TextsContext)
  if (texts === undefined) throw new Error('Texts are used outside a host: wrap it in HostProvider.')
  return texts
}
