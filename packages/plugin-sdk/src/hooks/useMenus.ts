import type { InstanceMenuEntry, MenuEntry } from '@host/plugin/wire'
import { listInstanceMenus, listMenus, listPersonalMenus } from '../query/shell-endpoints.ts'
import { useQuery, type QueryResult } from '../query/useQuery.ts'
import { useSession } from '../session/useSession.ts'

/** What the server announces in the workspace dashboard; without a workspace the reader's own pages. */
export function useMenus(options: { readonly enabled?: boolean } = {}): QueryResult<readonly MenuEntry[]> {
  const { workspace } = useSession()
  return useQuery(workspace === null ? listPersonalMenus : listMenus, undefined, { ...options, errors: 'page' })
}

/** What the server announces in the instance console. */
export function useInstanceMenus(
  options: { readonly enabled?: boolean } = {},
): QueryResult<readonly InstanceMenuEntry[]> {
  return useQuery(listInstanceMenus, undefined, { ...options, errors: 'page' })
}
