import { createContext, useContext } from 'react'

/** Opens a page of the help over the present page; its list without a slug. */
export type OpenHelp = (slug?: string) => void

/** Undefined where the shell has no help to open, as before sign-in. */
export const HelpContext = createContext<OpenHelp | undefined>(undefined)

/** Opens the help over the page; undefined where it is a page of its own. */
export function useHelp(): OpenHelp | undefined {
  return useContext(HelpContext)
}
