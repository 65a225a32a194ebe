import { hasRole, useSession, type UIAction } from '@host/plugin-sdk'
import { findPage, usePages, usePlugins } from '@host/plugin-sdk/shell'

/** An action and the plugin that declares it. */
export interface PluginAction {
  readonly plugin: string
  readonly action: UIAction
}

/** The actions of this build whose pages are there for this reader. */
export function usePluginActions(): readonly PluginAction[] {
  const { role, workspace } = useSession()
  const plugins = usePlugins()
  const { pages } = usePages('tenant', { enabled: workspace !== null })
  if (pages === undefined || workspace === null) return []
  return plugins.flatMap(({ name, requiredRole, actions = [] }) =>
    actions
      .filter((action) =>
        [requiredRole, action.requiredRole].every(
          (needed) => needed === undefined || hasRole(role ?? undefined, needed),
        ),
      )
      .filter(({ path }) => findPage(pages, path.split(/[?#]/)[0] ?? path).kind === 'page')
      .map((action) => ({ plugin: name, action })),
  )
}
