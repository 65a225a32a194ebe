import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { createClient } from '@host/client'
import { showAccent } from '../accent/show-accent.ts'
import { OverlayProvider } from '../components/OverlayProvider.tsx'
import { Dictionaries, TextsProvider } from '../i18n/TextsProvider.tsx'
import { createTexts, type DictionarySources } from '../i18n/texts.ts'
import { IconProvider } from '../icons/IconProvider.tsx'
import type { IconSet } from '../icons/icon-set.ts'
import { NavigationProvider } from '../navigation/NavigationProvider.tsx'
import { createQueries } from '../query/create-queries.ts'
import { ClientContext } from '../query/useClient.ts'
import { PublicPageContext, type SentPublicPage } from './public-page-context.ts'

/** Props of `PublicPageProvider`. */
export interface PublicPageProviderProps {
  readonly page: SentPublicPage
  /** The texts of the page's plugin. */
  readonly texts: DictionarySources | undefined
  readonly icons: IconSet
  readonly fetch?: typeof fetch
  readonly children: ReactNode
}

/** The outermost part of a public page: its data, texts in its language, and calls that send no cookie. */
export function PublicPageProvider({ page, icons, children, ...given }: PublicPageProviderProps): ReactNode {
  const [{ texts, client, queries }] = useState(() => createParts(page, given))
  return (
    <PublicPageContext value={page}>
      <QueryClientProvider client={queries}>
        <ClientContext value={client}>
          <TextsProvider texts={texts}>
            <IconProvider icons={icons}>
              <NavigationProvider>
                {/* Inside, because a first render that suspends further out would lose the texts that it waits for. */}
                <Suspense>
                  <Dictionaries of={['sdk', page.plugin]}>
                    <OverlayProvider>{children}</OverlayProvider>
                  </Dictionaries>
                </Suspense>
              </NavigationProvider>
            </IconProvider>
          </TextsProvider>
        </ClientContext>
      </QueryClientProvider>
    </PublicPageContext>
  )
}

function createParts(
  { plugin, language, workspace }: SentPublicPage,
  { texts: sources, fetch: send = fetch }: Pick<PublicPageProviderProps, 'texts' | 'fetch'>,
) {
  showAccent(workspace.accent)
  const texts = createTexts(language)
  if (sources !== undefined) texts.add(plugin, sources)
  const client = createClient({
    baseUrl: location.origin,
    fetch: async (target, init) => await send(target, { ...init, credentials: 'omit' }),
    language: () => language,
    retry: false,
  })
  return { texts, client, queries: createQueries() }
}
