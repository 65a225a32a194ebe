import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, type ReactNode } from 'react'
import { ErrorState } from '../components/ErrorState.tsx'
import { usePages } from '../hooks/usePages.ts'
import { useTexts } from '../i18n/TextsProvider.tsx'
import { useNavigation } from '../navigation/navigation-context.ts'
import { PageArrival } from '../navigation/PageArrival.tsx'
import { useLocation } from '../navigation/useLocation.ts'
import { ParamsContext } from '../navigation/useParams.ts'
import { askAhead } from '../query/asked-queries.ts'
import { useClient } from '../query/useClient.ts'
import { useSession } from '../session/useSession.ts'
import { findPage, type FoundPage } from './find-page.ts'
import { GateView } from './GateView.tsx'
import { PluginGate } from './PluginGate.tsx'
import { PluginPart } from './PluginPart.tsx'
import type { ResolvedPages, ShellScope } from './resolve-pages.ts'
import { SwitchedOff } from './SwitchedOff.tsx'

/** Props of `PluginPages`. */
export interface PluginPagesProps {
  readonly scope: ShellScope
  /** Shown while the menus or the page's chunk are on their way. */
  readonly loading: ReactNode
  /** Shown where no page is; a note when left out. */
  readonly unknown?: ReactNode
}

/** The page of the present address, behind its gate. Stands inside the signed-in shell, once. */
export function PluginPages({ scope, loading, unknown }: PluginPagesProps): ReactNode {
  const { pages, error, refetch } = usePages(scope)
  const path = useLocation()
  const { role } = useSession()
  usePreloading(pages)
  if (pages === undefined) return error === null ? loading : <ErrorState error={error} onRetry={() => void refetch()} />
  const found = findPage(pages, path)
  if (found.kind === 'page') return <FoundPluginPage found={found} scope={scope} path={path} loading={loading} />
  if (found.kind === 'switchedOff' && scope === 'tenant') {
    return <SwitchedOff key={found.page.plugin.name} plugin={found.page.plugin.name} reader={{ role }} />
  }
  return (
    <>
      {found.kind === 'unknown' ? (unknown ?? <GateView verdict="missing" />) : <GateView verdict={found.kind} />}
      <PageArrival />
    </>
  )
}

interface FoundPluginPageProps {
  readonly found: Extract<FoundPage, { kind: 'page' }>
  readonly scope: ShellScope
  readonly path: string
  readonly loading: ReactNode
}

function FoundPluginPage({ found: { page, params }, scope, path, loading }: FoundPluginPageProps): ReactNode {
  const { plugin, route } = page
  const { role } = useSession()
  return (
    <PluginGate
      key={`${plugin.name} ${route.path}`}
      plugin={plugin}
      requirement={route}
      reader={scope === 'tenant' ? { role } : undefined}
      isAnnounced
      resetKey={path}
    >
      <ParamsContext value={params}>
        <Suspense fallback={loading}>
          <PluginPart plugin={plugin} Component={route.Component}>
            <route.Component />
            <PageArrival />
          </PluginPart>
        </Suspense>
      </ParamsContext>
    </PluginGate>
  )
}

function usePreloading(pages: ResolvedPages | undefined): void {
  const { preloaders } = useNavigation()
  const queries = useQueryClient()
  const client = useClient()
  const texts = useTexts()
  useEffect(() => {
    const ahead = askAhead(queries, client)
    if (pages === undefined) return undefined
    const preload = (path: string): void => {
      const found = findPage(pages, path)
      if (found.kind !== 'page') return
      const { plugin, route } = found.page
      void texts.load([plugin.name])
      void route.Component.preload?.(ahead)
    }
    preloaders.add(preload)
    return () => void preloaders.delete(preload)
  }, [pages, preloaders, queries, client, texts])
}
