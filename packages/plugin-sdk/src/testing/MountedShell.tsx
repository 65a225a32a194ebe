import { Suspense, type ReactNode } from 'react'
import { OverlayProvider } from '../components/OverlayProvider.tsx'
import en from '../i18n/en.json'
import zh from '../i18n/zh.json'
import { NavigationProvider } from '../navigation/NavigationProvider.tsx'
import { PluginPages } from '../plugin-gate/PluginPages.tsx'
import type { ShellScope } from '../plugin-gate/resolve-pages.ts'
import { EditionProvider, HostProvider } from '../session/HostProvider.tsx'
import { useSessionState } from '../session/useSession.ts'
import type { UIPlugin } from '../ui-plugin.ts'

/** What a `MountedShell` takes. */
export interface MountedShellProps {
  readonly plugin: UIPlugin
  readonly scope: ShellScope
  readonly base: `/${string}`
  readonly fetch: typeof fetch
}

/** A shell without its frame: session, menus, texts and the page behind its gate. */
export function MountedShell({ plugin, scope, base, fetch }: MountedShellProps): ReactNode {
  return (
    <HostProvider
      fetch={fetch}
      dictionaries={{ sdk: { en, zh } }}
      loadEdition={() => Promise.resolve({ plugins: [plugin], icons: {} })}
    >
      <NavigationProvider base={base}>
        <OverlayProvider>
          <Suspense>
            <SignedInPage scope={scope} />
          </Suspense>
        </OverlayProvider>
      </NavigationProvider>
    </HostProvider>
  )
}

function SignedInPage({ scope }: Pick<MountedShellProps, 'scope'>): ReactNode {
  const { status } = useSessionState()
  if (status !== 'signedIn') return null
  return (
    <EditionProvider>
      <PluginPages scope={scope} loading={null} />
    </EditionProvider>
  )
}
