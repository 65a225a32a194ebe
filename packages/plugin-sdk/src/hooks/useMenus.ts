import type { InstanceMenuEntry, MenuEntry } from '@host/plugin/wire'
import { listInstanceMenus, listMenus } from '../query/shell-endpoints.ts'
import { useQuery, type QueryResult } from '../query/useQuery.ts'

/** What the server announces in the workspace dashboard. */
export function useMenus(options: { readonly enabled?: boolean } = {}): QueryResult<readonly MenuEntry[]> {
  return useQuery(listMenus, undefined, { ...options, errors: 'page' })
}

/** What the server announces in the instance console. */
export function useInstanceMenus(
  options: { readonly enabled?: boolean } = {},
): QueryResult<readonly InstanceMenuEntry[]> {
  return useQuery(listInstanceMenus, undefined, { ...options, errors: 'page' })
}
