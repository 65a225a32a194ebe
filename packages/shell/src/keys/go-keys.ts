/**
 * Assigns the letter after `g` for each page. It is derived from the pages of the build and not from announced menus,
 * so that letters stay the same when features or roles change: plugins in build order, each page by the first free
 * letter of its path, `/` by that of its plugin's name.
 */
import type { UIPlugin } from '@host/plugin-sdk'
import type { ShellScope } from '@host/plugin-sdk/shell'

/** The keys of each page, such as `g m`, by path. */
export function goKeys(plugins: readonly UIPlugin[], scope: ShellScope): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  const keys = new Map<string, string>()
  for (const { path, name } of pagesOf(plugins, scope)) {
    const letter = lettersOf(path === '/' ? name : path).find((one) => !taken.has(one))
    if (letter === undefined || keys.has(path)) continue
    taken.add(letter)
    keys.set(path, `g ${letter}`)
  }
  return keys
}

function pagesOf(plugins: readonly UIPlugin[], scope: ShellScope) {
  return plugins.flatMap(({ name, routes = [], instanceRoutes = [] }) =>
    (scope === 'tenant' ? routes : instanceRoutes)
      .filter(({ path }) => !path.includes(':'))
      .map(({ path }) => ({ path, name })),
  )
}

/** The first letter of each word, then the others: those of the last word first, which tells the page from its neighbors. */
function lettersOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  return [...words.map((word) => word.charAt(0)), ...(words.at(-1) ?? ''), ...words.join('')]
}
