import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** What `import('./Page.tsx')` gives. */
export interface PageModule {
  readonly default: ComponentType
}

/** A lazy page that can be loaded ahead of its first show. */
export interface LazyPage extends LazyExoticComponent<ComponentType> {
  /** Loads the page's chunk; a failure is kept for the moment the page is shown. */
  preload(): Promise<void>
}

/**
 * A page in a chunk of its own. A chunk that does not arrive is asked for once more: the next try of the page, after
 * the reader chose to retry, starts anew.
 * @example Component: lazyPage(() => import('./NotesPage.tsx'))
 * @since 1.0.0
 */
export function lazyPage(load: () => Promise<PageModule>): LazyPage {
  let loading: Promise<PageModule> | undefined
  const start = (): Promise<PageModule> => {
    loading ??= load()
      .catch(load)
      .catch((error: unknown) => {
        loading = undefined
        throw new PageLoadError(error)
      })
    return loading
  }
  return Object.assign(lazy(start), {
    preload: () =>
      start().then(
        () => undefined,
        () => undefined,
      ),
  })
}

/** The chunk of a page did not arrive: the build has changed, or the network failed. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError'

  constructor(cause: unknown) {
    super('The page could not be loaded.', { cause })
  }
}
