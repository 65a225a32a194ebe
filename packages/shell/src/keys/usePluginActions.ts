import { hasRole, useSession, type Role, type UIAction } from '@host/plugin-sdk'
import { findPage, usePages, usePlugins } from '@host/plugin-sdk/shell'

/** An action and the plugin that declares it. */
export interface PluginAction {
  readonly plugin: string
  readonly action: UIAction
}

/** Plugin actions whose pages are available to this user. */
export function usePluginActions(): readonly PluginAction[] {
  const { role, workspace } = useSession()
  const plugins = usePlugins()
  const { pages } = usePages('tenant', { enabled: workspace !== null })
  if (pages === undefined || workspace === null) return []
  return plugins.flatMap(({ name, requiredRole, actions = [] }) =>
    actions
      .filter((action) => [requiredRole, action.requiredRole].every((needed) => isOpenTo(role, needed)))
      .filter(({ path }) => {
        const found = findPage(pages, path.split(/[?#]/)[0] ?? path)
        return found.kind === 'page' && isOpenTo(role, found.page.menu.requiredRole)
      })
      .map((action) => ({ plugin: name, action })),
  )
}

function isOpenTo(role: Role | null, needed: Role = 'member'): boolean {
  return hasRole(role ?? undefined, needed)
}
