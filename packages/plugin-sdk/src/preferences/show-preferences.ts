import type { Preferences } from './preferences.ts'

/** Puts the look on <html>, where tokens.css reads it. The script of index.html does the same before the first paint. */
export function showPreferences({ theme, density, motion }: Preferences): void {
  mark('theme', theme === 'system' ? undefined : theme)
  mark('density', density === 'compact' ? density : undefined)
  mark('motion', motion === 'reduced' ? motion : undefined)
}

function mark(name: string, value: string | undefined): void {
  const { documentElement: root } = document
  if (value === undefined) root.removeAttribute(`data-${name}`)
  else root.setAttribute(`data-${name}`, value)
}
