import type { InstanceMenuEntry, MenuEntry } from '@host/plugin/wire'
import { listInstanceMenus, listMenus, listPersonalMenus } from '../query/shell-endpoints.ts'
import { useQuery, type QueryResult } from '../query/useQuery.ts'
import { usePlaceDemand } from '../session/usePlaceDemand.ts'
import { useSession } from '../session/useSession.ts'

/**
 * What the server announces in the workspace dashboard; the reader's own pages without a workspace, and where one asks
 * for something first, such as a second factor, which is set up there.
 */
export function useMenus(options: { readonly enabled?: boolean } = {}): QueryResult<readonly MenuEntry[]> {
  const { workspace } = useSession()
  const demand = usePlaceDemand()
  const enabled = options.enabled !== false
  const isShut = workspace === null || demand !== undefined
  const all = useQuery(listMenus, undefined, { enabled: enabled && workspace !== null, errors: 'page' })
  const personal = useQuery(listPersonalMenus, undefined, { enabled: enabled && isShut, errors: 'page' })
  return isShut ? personal : all
}

/** What the server announces in the instance console. */
export function useInstanceMenus(
  options: { readonly enabled?: boolean } = {},
): QueryResult<readonly InstanceMenuEntry[]> {
  return useQuery(listInstanceMenus, undefined, { ...options, errors: 'page' })
}
