/**
 * Light, dark, or what the system says. The choice stands in `data-theme` on <html>, where tokens.css reads it; the
 * script in index.html puts it there before the first paint, under the same key.
 */
export type Theme = 'light' | 'dark' | 'system'

export const themes: readonly Theme[] = ['system', 'light', 'dark']

const key = 'host.theme'

/** The reader's choice on this device; `system` when there is none, or when the browser keeps nothing. */
export function readTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(key)) ?? 'system'
  } catch {
    return 'system'
  }
}

/** Applies a choice and keeps it for the next visit. */
export function chooseTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  try {
    localStorage.setItem(key, theme)
  } catch {
    return
  }
}
