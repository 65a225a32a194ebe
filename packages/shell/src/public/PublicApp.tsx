import { Suspense, type ComponentType } from 'react'
import { lazyPart, PublicPageProvider, type PublicPageProviderProps, type SentPublicPage } from '@host/plugin-sdk/shell'
import { CrashBoundary } from '../CrashBoundary.tsx'

/** The public pages of a build, which a build lists for its pages without the plugins themselves. */
export interface PublicEdition {
  /** By path. */
  readonly pages: Readonly<Record<string, () => Promise<{ readonly default: ComponentType }>>>
  /** By plugin. */
  readonly texts: Readonly<Record<string, NonNullable<PublicPageProviderProps['texts']>>>
  readonly icons: PublicPageProviderProps['icons']
}

/** Makes the component of a public page. @throws Error when no web half of this build draws it */
export function publicApp(page: SentPublicPage, { pages, texts, icons }: PublicEdition): ComponentType {
  const load = Object.hasOwn(pages, page.path) ? pages[page.path] : undefined
  if (load === undefined) {
    throw new Error(`The web half of "${page.plugin}" does not draw "${page.path}"; add it to publicPages.`)
  }
  const Page = lazyPart(load)
  return function PublicApp() {
    return (
      <CrashBoundary>
        <PublicPageProvider page={page} texts={texts[page.plugin]} icons={icons}>
          <div className="mx-auto flex min-h-dvh w-full max-w-3xl flex-col gap-6 px-4 py-6 sm:px-6">
            <header className="text-sm font-medium text-muted">{page.workspace.name}</header>
            <main>
              <Suspense>
                <Page />
              </Suspense>
            </main>
          </div>
        </PublicPageProvider>
      </CrashBoundary>
    )
  }
}

/** Reads the data that the server put into the page. @throws Error for a page of no public address */
export function readSentPage(): SentPublicPage {
  const text = document.getElementById('public-page')?.textContent
  if (text === undefined || text === null) throw new Error('The page has no element with the id "public-page".')
  return JSON.parse(text) as SentPublicPage
}
