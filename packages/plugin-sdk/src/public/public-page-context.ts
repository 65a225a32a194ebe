import { createContext, useContext } from 'react'
import type { Language } from '@host/plugin/wire'

/** What the server sends with a public page. */
export interface SentPublicPage {
  /** The path of its definition, such as `/p/notes/{slug}`. */
  readonly path: string
  readonly plugin: string
  readonly language: Language
  readonly title: string
  readonly params: Readonly<Record<string, string>>
  readonly workspace: { readonly name: string; readonly accent: string | null }
  readonly data: unknown
}

export const PublicPageContext = createContext<SentPublicPage | undefined>(undefined)

/** @throws Error on any other page */
export function useSentPublicPage(): SentPublicPage {
  const page = useContext(PublicPageContext)
  if (page === undefined) throw new Error('This is used outside a public page: list the component in publicPages.')
  return page
}
