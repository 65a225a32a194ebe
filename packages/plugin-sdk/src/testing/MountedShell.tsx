import { Suspense, useEffect, type ReactNode } from 'react'
import { OverlayProvider } from '../components/OverlayProvider.tsx'
import en from '../i18n/en.json'
import zh from '../i18n/zh.json'
import { LiveContext, type LiveFeed } from '../live/live-context.ts'
import { askAgain } from '../live/open-live.ts'
import { NavigationProvider } from '../navigation/NavigationProvider.tsx'
import { PluginPages } from '../plugin-gate/PluginPages.tsx'
import type { ShellScope } from '../plugin-gate/resolve-pages.ts'
import { EditionProvider, HostProvider, useHost } from '../session/HostProvider.tsx'
import { useSessionState } from '../session/useSession.ts'
import type { UIPlugin } from '../ui-plugin.ts'

/** Props of `MountedShell`. */
export interface MountedShellProps {
  readonly plugin: UIPlugin
  readonly scope: ShellScope
  readonly base: `/${string}`
  readonly fetch: typeof fetch
  /** Publishes simulated changes by other users. */
  readonly live: LiveFeed
}

/** A shell without its frame: session, menus, texts and the page behind its gate. */
export function MountedShell({ plugin, scope, base, fetch, live }: MountedShellProps): ReactNode {
  return (
    <HostProvider
      fetch={fetch}
      dictionaries={{ sdk: { en, zh } }}
      loadEdition={() => Promise.resolve({ plugins: [plugin], icons: {} })}
    >
      <NavigationProvider base={base}>
        <OverlayProvider>
          <Suspense>
            <SignedInPage scope={scope} live={live} />
          </Suspense>
        </OverlayProvider>
      </NavigationProvider>
    </HostProvider>
  )
}

function SignedInPage({ scope, live }: Pick<MountedShellProps, 'scope' | 'live'>): ReactNode {
  const { status } = useSessionState()
  const { queries } = useHost()
  useEffect(() => live.subscribe((change) => void askAgain(queries, change)), [live, queries])
  if (status !== 'signedIn') return null
  return (
    <EditionProvider>
      <LiveContext value={live}>
        <PluginPages scope={scope} loading={null} />
      </LiveContext>
    </EditionProvider>
  )
}
