/**
 * The only code that uses the browser's History API. Every entry has a unique key under which its scroll position is
 * stored, so that going back restores it.
 *
 *   push, replace --> announce('push') --> the page renders --> arrive() scrolls to the top or the fragment
 *   popstate      --> announce('pop')   --> the page renders --> arrive() scrolls to the stored position
 *
 * Navigation to another path has to pass `guard`. On popstate the browser has already moved: a blocked popstate is
 * undone by the number of entries moved, computed from the index stored in every entry, and repeated when the user
 * confirms.
 */
import { createLeaveGuard, type LeaveGuard } from './leave-guard.ts'

/** Where the browser is. */
export interface HistoryEntry {
  readonly key: string
  /** How many entries of this document lie before it. */
  readonly place: number
  readonly pathname: string
  readonly search: string
  readonly hash: string
  /** How the reader came here; `load` is the first page of the document. */
  readonly cause: 'load' | 'push' | 'pop'
}

/** The browser history, as used by navigation. */
export interface BrowserHistory {
  readonly entry: () => HistoryEntry
  readonly subscribe: (listener: () => void) => () => void
  /** Goes to an address of this origin; with `force` even if something would be lost. */
  readonly go: (href: string, options?: { readonly replace?: boolean; readonly force?: boolean }) => void
  /** Gives the present page another address. It stays the same arrival: neither scroll nor focus moves. */
  readonly rename: (href: string) => void
  /** Blocks navigation while changes are unsaved. */
  readonly guard: LeaveGuard
  /** The reader has moved the focus by a key or a pointer since the entry began. */
  readonly hasMovedOn: () => boolean
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
  const guard = createLeaveGuard()
  let entry = entryOf(window, { cause: 'load', place: 0 })
  const focus = focusSince(window)
  /** Kind of the next popstate when this code triggers it. */
  let expected: 'undone' | 'agreed' | undefined
  const announce = (cause: HistoryEntry['cause'], place: number): void => {
    entry = entryOf(window, { cause, place })
    focus.begin()
    for (const listener of listeners) listener()
  }
  const keepKey = (): void => history.replaceState({ ...stateOf(window), key: entry.key, place: entry.place }, '')
  const arriveAt = ({ key, place = entry.place + 1 }: EntryState): void => {
    scrolls.set(entry.key, window.scrollY)
    announce(key === undefined ? 'push' : 'pop', place)
    keepKey()
  }
  const onPop = (): void => {
    const came = expected
    expected = undefined
    if (came === 'undone') return
    const state = stateOf(window)
    const steps = (state.place ?? entry.place + 1) - entry.place
    const isHeld = guard.isBlocked() && came !== 'agreed' && location.pathname !== entry.pathname && steps !== 0
    if (!isHeld) return arriveAt(state)
    expected = 'undone'
    history.go(-steps)
    guard.leave(() => {
      expected = 'agreed'
      history.go(steps)
    })
  }
  const moveTo = (url: URL, replace: boolean): void => {
    scrolls.set(entry.key, window.scrollY)
    announce('push', writeEntry(history, url, { place: entry.place, replace }))
  }
  return {
    entry: () => entry,
    guard,
    subscribe: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    go(href, { replace = false, force = false } = {}) {
      const url = pageAddress(href, location.href)
      const isElsewhere = url.origin !== location.origin
      const move = (): void => (isElsewhere ? location.assign(url) : moveTo(url, replace))
      if (force || isElsewhere || url.pathname === entry.pathname) move()
      else guard.leave(move)
    },
    rename(href) {
      history.replaceState({ key: entry.key, place: entry.place }, '', pageAddress(href, location.href))
      entry = entryOf(window, entry)
      for (const listener of listeners) listener()
    },
    hasMovedOn: focus.hasMovedOn,
    arrive: () => arriveIn(window, entry, scrolls.get(entry.key) ?? 0),
    open: () => (keepKey(), listen(window, onPop, focus.press)),
  }
}

/** Writes an entry after the one at `place`, or in its place. @returns the place of the new one */
function writeEntry(
  history: History,
  url: URL,
  { place, replace }: { readonly place: number; readonly replace: boolean },
): number {
  const at = replace ? place : place + 1
  history[replace ? 'replaceState' : 'pushState']({ key: newKey(), place: at }, '', url)
  return at
}

/** Tells whether the reader moved the focus by a key or a pointer since an entry began. */
function focusSince({ document }: Window) {
  let hasPressed = false
  let left: Element | null = null
  return {
    begin: (): void => {
      hasPressed = false
      left = document.activeElement
    },
    press: (): void => {
      hasPressed = true
    },
    hasMovedOn: (): boolean => hasPressed && ![document.body, left].includes(document.activeElement),
  }
}

/** Rejects addresses that can't be a page, such as scripts. */
function pageAddress(href: string, here: string): URL {
  const url = new URL(href, here)
  if (!/^https?:$/.test(url.protocol)) throw new Error(`A page is reached by http, which ${href} is not.`)
  return url
}

/** Takes the scroll over from the browser until the returned function is called. */
function listen(window: Window, onPop: () => void, onUse: () => void): () => void {
  window.history.scrollRestoration = 'manual'
  const stopped = new AbortController()
  const { signal } = stopped
  window.addEventListener('popstate', onPop, { signal })
  for (const press of ['keydown', 'pointerdown']) window.addEventListener(press, onUse, { signal, capture: true })
  return () => {
    stopped.abort()
    window.history.scrollRestoration = 'auto'
  }
}

/** @param kept where the reader had scrolled to when they left */
function arriveIn(window: Window, { cause, hash }: HistoryEntry, kept: number): void {
  if (cause === 'pop') return window.scrollTo(0, kept)
  const target = hash === '' ? null : window.document.getElementById(decodeFragment(hash))
  if (target !== null) return target.scrollIntoView()
  if (cause === 'push') window.scrollTo(0, 0)
}

/** State stored with a browser history entry. */
interface EntryState {
  readonly key?: string
  readonly place?: number
}

function entryOf(window: Window, { cause, place }: Pick<HistoryEntry, 'cause' | 'place'>): HistoryEntry {
  const { pathname, search, hash } = window.location
  const state = stateOf(window)
  return Object.freeze({
    key: state.key ?? newKey(),
    place: state.place ?? place,
    pathname,
    search,
    hash,
    cause,
  })
}

function stateOf(window: Window): EntryState {
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
