/**
 * The one owner of the browser's History API. Every entry carries a key of its own, under which the place that the
 * reader had scrolled to is kept, so that going back ends where it began.
 *
 *   push, replace --> announce('push') --> the page renders --> arrive() scrolls to the top or the fragment
 *   popstate      --> announce('pop')   --> the page renders --> arrive() scrolls to the kept place
 */

/** Where the browser is. */
export interface HistoryEntry {
  readonly key: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
  /** How the reader came here; `load` is the first page of the document. */
  readonly cause: 'load' | 'push' | 'pop'
}

/** What navigation needs of the browser. */
export interface BrowserHistory {
  readonly entry: () => HistoryEntry
  readonly subscribe: (listener: () => void) => () => void
  /** Goes to an address of this origin. */
  readonly go: (href: string, options?: { readonly replace?: boolean }) => void
  /** Puts the scroll where the entry wants it; called when the page stands. */
  readonly arrive: () => void
  /** Takes the scroll over from the browser and listens, until the returned function is called. */
  readonly open: () => () => void
}

/** The history of a window. */
export function browserHistory(window: Window): BrowserHistory {
  const { history, location } = window
  const listeners = new Set<() => void>()
  const scrolls = new Map<string, number>()
  let entry = entryOf(window, 'load')
  const announce = (cause: HistoryEntry['cause']): void => {
    entry = entryOf(window, cause)
    for (const listener of listeners) listener()
  }
  const onPop = (): void => {
    scrolls.set(entry.key, window.scrollY)
    announce(stateOf(window).key === undefined ? 'push' : 'pop')
    keepKey()
  }
  const keepKey = (): void => history.replaceState({ ...stateOf(window), key: entry.key }, '')
  return {
    entry: () => entry,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    go(href, { replace = false } = {}) {
      const url = new URL(href, location.href)
      if (url.origin !== location.origin) return location.assign(url)
      scrolls.set(entry.key, window.scrollY)
      history[replace ? 'replaceState' : 'pushState']({ key: newKey() }, '', url)
      announce('push')
    },
    arrive() {
      if (entry.cause === 'pop') return window.scrollTo(0, scrolls.get(entry.key) ?? 0)
      const target = entry.hash === '' ? null : window.document.getElementById(decodeFragment(entry.hash))
      if (target !== null) return target.scrollIntoView()
      if (entry.cause === 'push') window.scrollTo(0, 0)
    },
    open() {
      keepKey()
      history.scrollRestoration = 'manual'
      window.addEventListener('popstate', onPop)
      return () => {
        window.removeEventListener('popstate', onPop)
        history.scrollRestoration = 'auto'
      }
    },
  }
}

function entryOf(window: Window, cause: HistoryEntry['cause']): HistoryEntry {
  const { pathname, search, hash } = window.location
  return Object.freeze({ key: stateOf(window).key ?? newKey(), pathname, search, hash, cause })
}

function stateOf(window: Window): { readonly key?: string } {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null ? state : {}
}

function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('')
}

function decodeFragment(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
