/** One step of the way to the open page, below the page's entry of the sidebar. */
export interface Crumb {
  readonly title: string
  /** Where it leads, inside the shell; the open page itself has none. */
  readonly to?: string | undefined
}

/** The steps that the open page has named, in the order in which they were named. */
export interface CrumbTrail {
  readonly add: (crumb: Crumb) => () => void
  /** The same array until it changes. */
  readonly crumbs: () => readonly Crumb[]
  readonly subscribe: (listener: () => void) => () => void
}

/** Creates an empty trail. */
export function createCrumbTrail(): CrumbTrail {
  const listeners = new Set<() => void>()
  let crumbs: readonly Crumb[] = []
  const set = (next: readonly Crumb[]): void => {
    crumbs = next
    for (const listener of listeners) listener()
  }
  return {
    add(crumb) {
      set([...crumbs, crumb])
      return () => set(crumbs.filter((one) => one !== crumb))
    },
    crumbs: () => crumbs,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
