import type { Language } from '@host/plugin/wire'

/** The languages in the order in which they are offered, each named in itself. */
export const languages: readonly { readonly id: Language; readonly label: string }[] = Object.freeze([
  { id: 'en', label: 'English' },
  { id: 'zh', label: '中文' },
])

const storageKey = 'host.language'

/** The language that the reader chose before, else the browser's, else English. */
export function detectLanguage(): Language {
  return languages.find(({ id }) => id === readStored())?.id ?? browserLanguage()
}

/** The first language of the browser that the product speaks, else English. */
export function browserLanguage(): Language {
  for (const tag of navigator.languages) {
    const known = languages.find(({ id }) => tag.toLowerCase().split('-')[0] === id)
    if (known !== undefined) return known.id
  }
  return 'en'
}

/** Keeps the reader's choice for the next visit; a browser that forbids it forgets. */
export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    return
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
