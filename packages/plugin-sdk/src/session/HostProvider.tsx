import { QueryClientProvider } from '@tanstack/react-query'
import { createContext, use, useContext, useEffect, useState, type ReactNode } from 'react'
import { CrumbProvider } from '../breadcrumbs/CrumbProvider.tsx'
import { CommandsProvider } from '../commands/CommandsProvider.tsx'
import { Dictionaries, TextsProvider } from '../i18n/TextsProvider.tsx'
import { IconProvider } from '../icons/IconProvider.tsx'
import { ShownWorkspaceContext } from '../navigation/useApiHref.ts'
import { NavigationProvider } from '../navigation/NavigationProvider.tsx'
import { PreferencesProvider } from '../preferences/PreferencesProvider.tsx'
import { ClientContext } from '../query/useClient.ts'
import { PendingChangesContext } from '../query/usePendingChanges.ts'
import type { UIPlugin } from '../ui-plugin.ts'
import { createHost, type HostOptions, type WebHost } from './create-host.ts'
import { namedPlugins } from './named-plugins.ts'

const HostContext = createContext<WebHost | undefined>(undefined)

/** Props of `HostProvider`. */
export interface HostProviderProps extends HostOptions {
  readonly children: ReactNode
}

/** The outermost part of a page: navigation from the root, texts, typed calls, server data and the session. */
export function HostProvider({ children, ...options }: HostProviderProps): ReactNode {
  const [host] = useState(() => createHost(options))
  useEffect(() => followLanguage(host), [host])
  useEffect(() => host.session.followOtherTabs(), [host])
  useEffect(() => host.preferences.followOtherTabs(), [host])
  useEffect(() => sendOnLeaving(host), [host])
  return (
    <HostContext value={host}>
      <QueryClientProvider client={host.queries}>
        <ClientContext value={host.client}>
          <PendingChangesContext value={host.pending}>
            <PreferencesProvider preferences={host.preferences}>
              <TextsProvider texts={host.texts}>
                <ShownWorkspaceContext value={host.session.shownWorkspace}>
                  <NavigationProvider>
                    <CommandsProvider>
                      <CrumbProvider>{children}</CrumbProvider>
                    </CommandsProvider>
                  </NavigationProvider>
                </ShownWorkspaceContext>
              </TextsProvider>
            </PreferencesProvider>
          </PendingChangesContext>
        </ClientContext>
      </QueryClientProvider>
    </HostContext>
  )
}

/** Sends undoable writes when the page is closed, because they can no longer be undone. */
function sendOnLeaving({ deferred }: WebHost): () => void {
  const onLeave = (): void => void deferred.flush({ keepalive: true })
  window.addEventListener('pagehide', onLeave)
  return () => window.removeEventListener('pagehide', onLeave)
}

/** Sets the document language, and refetches server data when the language changes. */
function followLanguage({ texts, queries }: WebHost): () => void {
  let { language } = texts.snapshot()
  document.documentElement.lang = documentLanguage[language]
  return texts.subscribe(() => {
    if (texts.snapshot().language === language) return
    language = texts.snapshot().language
    document.documentElement.lang = documentLanguage[language]
    // Otherwise, a first load in flight would arrive in the previous language and stay.
    void queries.cancelQueries().then(() => queries.invalidateQueries())
  })
}

const documentLanguage = { en: 'en', zh: 'zh-CN' } as const

/**
 * Wraps the signed-in pages. Suspends until the plugins of this build are loaded, and provides their icons and the
 * texts of plugins whose areas and actions the shell shows. A page's own texts are loaded with the page.
 * @throws the error of the failed load
 */
export function EditionProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const edition = use(useHost().edition())
  return (
    <IconProvider icons={edition.icons}>
      <Dictionaries of={['sdk', ...namedPlugins(edition)]}>{children}</Dictionaries>
    </IconProvider>
  )
}

/** The web halves of this build; suspends until they are loaded. Only signed-in pages ask for them. */
export function usePlugins(): readonly UIPlugin[] {
  return use(useHost().edition()).plugins
}

/** @throws Error outside a `HostProvider` */
export function useHost(): WebHost {
  const host = useContext(HostContext)
  if (host === undefined) throw new Error('This stands outside a host: wrap it in HostProvider.')
  return host
}
