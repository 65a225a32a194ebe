import { listInstanceMenus, listMenus, listPersonalMenus } from '@host/platform-api/menus'
import type { InstanceMenuEntry, MenuEntry } from '@host/plugin/wire'
import { useQuery, type QueryResult } from '../query/useQuery.ts'
import { useWorkspaceRequirement } from '../session/useWorkspaceRequirement.ts'
import { useSession } from '../session/useSession.ts'

/**
 * Menu entries of the workspace dashboard, as published by the server. Without a workspace, or when the workspace has a
 * requirement to meet first, the user's personal pages; a second factor, for example, is set up there.
 */
export function useMenus(options: { readonly enabled?: boolean } = {}): QueryResult<readonly MenuEntry[]> {
  const { workspace } = useSession()
  const requirement = useWorkspaceRequirement()
  const enabled = options.enabled !== false
  const isShut = workspace === null || requirement !== undefined
  const all = useQuery(listMenus, undefined, { enabled: enabled && workspace !== null, errors: 'page' })
  const personal = useQuery(listPersonalMenus, undefined, { enabled: enabled && isShut, errors: 'page' })
  return isShut ? personal : all
}

/** Menu entries of the instance console, as published by the server. */
export function useInstanceMenus(
  options: { readonly enabled?: boolean } = {},
): QueryResult<readonly InstanceMenuEntry[]> {
  return useQuery(listInstanceMenus, undefined, { ...options, errors: 'page' })
}
