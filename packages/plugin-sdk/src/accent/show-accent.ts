import { accentTokens, accentTones, isHexColor, type AccentTokens } from '@host/plugin/wire'

/** Under which the tokens are kept for the script of index.html, which sets them before the first paint. */
const key = 'host.accent'
const names = ['--hue', ...accentTones.map((tone) => `--color-${tone}`)]

/**
 * Applies a workspace's accent to the page, or the product default for null. An invalid color counts as null, so that a
 * bad value can't break the page.
 */
export function showAccent(accent: string | null): void {
  const root = document.documentElement.style
  const tokens = tokensOf(accent)
  for (const name of names) {
    const value = tokens[name]
    if (value === undefined) root.removeProperty(name)
    else root.setProperty(name, value)
  }
}

/** Keeps the accent for the first paint of the next visit, of its own workspace or without one in the address. */
export function keepAccent(accent: string | null, slug = ''): void {
  try {
    const tokens = tokensOf(accent)
    localStorage.setItem(`${key}Of`, slug)
    if (Object.keys(tokens).length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(tokens))
  } catch {
    return
  }
}

function tokensOf(accent: string | null): AccentTokens {
  return accent !== null && isHexColor(accent) ? accentTokens(accent) : {}
}
