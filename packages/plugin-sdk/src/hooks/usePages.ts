import { useMemo } from 'react'
import type { ClientError } from '@host/client'
import { resolvePages, type ResolvedPages, type ShellScope } from '../plugin-gate/resolve-pages.ts'
import { usePlugins } from '../session/HostProvider.tsx'
import { useSession } from '../session/useSession.ts'
import { useInstanceMenus, useMenus } from './useMenus.ts'

/** The pages of a shell, or why they are not known yet. */
export interface PagesResult {
  readonly pages: ResolvedPages | undefined
  readonly error: ClientError | null
  readonly refetch: () => Promise<void>
}

/**
 * The pages of a shell that are both published by the server and included in this build. Suspends until the plugins are
 * loaded. With `enabled: false` no request is made.
 */
export function usePages(scope: ShellScope, { enabled = true }: { readonly enabled?: boolean } = {}): PagesResult {
  const plugins = usePlugins()
  const { role } = useSession()
  const tenant = useMenus({ enabled: enabled && scope === 'tenant' })
  const instance = useInstanceMenus({ enabled: enabled && scope === 'instance' })
  const { data: menus, error, refetch } = scope === 'tenant' ? tenant : instance
  const pages = useMemo(
    () => (menus === undefined ? undefined : resolvePages({ scope, menus, plugins, role })),
    [scope, menus, plugins, role],
  )
  return { pages, error, refetch }
}
