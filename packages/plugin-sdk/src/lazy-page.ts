import type { ComponentType, LazyExoticComponent } from 'react'
import { lazyPart } from './lazy-part.ts'
import type { AskAhead } from './query/asked-queries.ts'

/** The module returned by `import('./Page.tsx')`. */
export interface PageModule {
  readonly default: PageFunction
}

/** A page component; its first queries can be prefetched when the user approaches a link to it. */
export type PageFunction = ComponentType & {
  /**
   * Prefetches the first queries of the page.
   * @example NotesPage.askAhead = ({ list }: AskAhead) => list(listNotes)
   */
  readonly askAhead?: (ahead: AskAhead) => void
}

/** A lazy page that can be loaded ahead of its first show. */
export interface LazyPage extends LazyExoticComponent<ComponentType> {
  /** Loads the page's chunk, and lets it ask ahead; a failure is kept for the moment the page is shown. */
  preload(ahead?: AskAhead): Promise<void>
}

/**
 * Puts a page in a separate chunk. A failed load is retried once; if that fails too, the next attempt after the user
 * chooses to retry loads it again.
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
  const part = lazyPart(start)
  return Object.assign(part, {
    preload: (ahead?: AskAhead) =>
      part
        .load()
        .then(start)
        .then(
          (page) => ahead && page.default.askAhead?.(ahead),
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
