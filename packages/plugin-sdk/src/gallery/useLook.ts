import { useEffect } from 'react'
import { useTexts } from '../i18n/TextsProvider.tsx'
import { useSearch } from '../navigation/useSearch.ts'

/** Display options of the examples; the first of each is the default when the address has none. */
export const lookChoices = {
  theme: ['system', 'light', 'dark'],
  language: ['en', 'zh'],
  density: ['comfortable', 'compact'],
  motion: ['system', 'reduced'],
  width: ['full', '1024', '768', '390', '320'],
} as const

type Choices = typeof lookChoices

/** How the examples look, as the address says it. */
export type Look = { readonly [Name in keyof Choices]: Choices[Name][number] }

/** Reads the look from the address and puts it on the document. */
export function useLook(): Look {
  const [search] = useSearch()
  const texts = useTexts()
  const read = <Name extends keyof Choices>(name: Name): Choices[Name][number] =>
    lookChoices[name].find((choice) => choice === search.get(name)) ?? lookChoices[name][0]
  const look: Look = {
    theme: read('theme'),
    language: read('language'),
    density: read('density'),
    motion: read('motion'),
    width: read('width'),
  }
  const { theme, language, density, motion } = look
  useEffect(() => {
    mark('theme', theme === 'system' ? undefined : theme)
    mark('density', density === 'compact' ? density : undefined)
    mark('motion', motion === 'reduced' ? motion : undefined)
    void texts.setLanguage(language)
  }, [texts, theme, language, density, motion])
  return look
}

function mark(name: string, value: string | undefined): void {
  const { documentElement: root } = document
  if (value === undefined) root.removeAttribute(`data-${name}`)
  else root.setAttribute(`data-${name}`, value)
}
