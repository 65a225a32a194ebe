import { createContext, useContext, type ReactNode } from 'react'
import { I18nextProvider, useTranslation as useNamespaces } from 'react-i18next'
import type { Texts } from './texts.ts'

const TextsContext = createContext<Texts | undefined>(undefined)

/** Gives the texts to everything inside. */
export function TextsProvider({ texts, children }: { readonly texts: Texts; readonly children: ReactNode }): ReactNode {
  return (
    <TextsContext value={texts}>
      <I18nextProvider i18n={texts.i18n}>{children}</I18nextProvider>
    </TextsContext>
  )
}

/** Shows its children when the dictionaries of the namespaces have arrived; suspends until then. */
export function Dictionaries({
  of,
  children,
}: {
  readonly of: readonly string[]
  readonly children: ReactNode
}): ReactNode {
  useNamespaces(of, { useSuspense: true })
  return children
}

/** @throws Error outside a `TextsProvider` */
export function useTexts(): Texts {
  const texts = useContext(TextsContext)
  if (texts === undefined) throw new Error('Texts are used outside a host: wrap it in HostProvider.')
  return texts
}
