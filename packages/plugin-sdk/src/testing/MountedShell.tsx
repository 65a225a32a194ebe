import { Suspense, type ReactNode } from 'react'
import { OverlayProvider } from '../components/OverlayProvider.tsx'
import { Dictionaries } from '../i18n/TextsProvider.tsx'
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
    <HostProvider fetch={fetch} loadEdition={() => Promise.resolve({ plugins: [plugin], icons: {} })}>
      <NavigationProvider base={base}>
        <OverlayProvider>
          <Suspense>
            <SignedInPage scope={scope} namespace={plugin.name} />
          </Suspense>
        </OverlayProvider>
      </NavigationProvider>
    </HostProvider>
  )
}

function SignedInPage({ scope, namespace }: { readonly scope: ShellScope; readonly namespace: string }): ReactNode {
  const { status } = useSessionState()
  if (status !== 'signedIn') return null
  return (
    <EditionProvider>
      <Dictionaries of={['sdk', namespace]}>
        <PluginPages scope={scope} loading={null} />
      </Dictionaries>
    </EditionProvider>
  )
}
