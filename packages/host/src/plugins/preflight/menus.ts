import type { AnyPlugin, InstanceMenuItem, MenuItem } from '@host/plugin'
import type { RegisteredPlugin } from '../../declared/plugin-entry.ts'

/** Menu entries that could not be shown, or would be shown in the wrong place. */
export function menuProblems(plugins: readonly RegisteredPlugin[]): readonly string[] {
  return [
    ...ownProblems(plugins),
    ...sharedPaths(plugins, 'menus').map(sharedProblem('the workspace shell')),
    ...sharedPaths(plugins, 'instanceMenus').map(sharedProblem('the console')),
  ]
}

interface SharedPath {
  readonly path: string
  readonly names: readonly string[]
}

/** Paths of one shell that several plugins announce: an address shows one page. */
function sharedPaths(plugins: readonly RegisteredPlugin[], shell: 'menus' | 'instanceMenus'): readonly SharedPath[] {
  const owners = new Map<string, Set<string>>()
  for (const plugin of plugins) {
    const { name } = plugin
    for (const { path } of plugin[shell]) owners.set(path, (owners.get(path) ?? new Set()).add(name))
  }
  return [...owners].filter(([, names]) => names.size > 1).map(([path, names]) => ({ path, names: [...names] }))
}

function sharedProblem(shell: string): (shared: SharedPath) => string {
  return ({ path, names }) =>
    `Plugins ${names.map((name) => `"${name}"`).join(' and ')} declare "${path}" in ${shell}; change the path of all but one.`
}

function ownProblems(plugins: readonly RegisteredPlugin[]): readonly string[] {
  return plugins.flatMap(({ name, plugin, menus, instanceMenus }) => {
    const who = `Plugin "${name}"`
    return [
      ...personalAstray(plugin).map(
        ({ path }) =>
          `${who} has the personal page "${path}", which is shown without a workspace; only core plugins can do this, and only without "requiredRole".`,
      ),
      ...[...menus, ...instanceMenus].flatMap((item) => itemProblems(item, who)),
      ...doubles([...menus, ...instanceMenus].map(({ id }) => id)).map(
        (id) => `${who} has two menu entries with the id "${id}"; change one of the ids.`,
      ),
      ...menus
        .map(({ path }) => path)
        .filter((path) => instanceMenus.some((other) => other.path === path))
        .map(
          (path) =>
            `${who} declares "${path}" in the workspace shell and in the console; a page can only be in one of them, so change one of the paths.`,
        ),
    ]
  })
}

/** Without a workspace there are no features and no roles. */
function personalAstray({ info, menus = [] }: AnyPlugin): readonly MenuItem[] {
  return menus.filter(
    ({ personal, requiredRole }) => personal === true && (info.core !== true || requiredRole !== undefined),
  )
}

function itemProblems(item: MenuItem & InstanceMenuItem, who: string): readonly string[] {
  return [
    ...(isPath(item.path)
      ? []
      : [`${who} declares the path "${item.path}"; use a path that starts with / and has no query, such as "/notes".`]),
    ...(isSettingsPageAstray(item)
      ? [
          `${who} has the settings page "${item.path}" for the menu "${item.id}"; its path must be "/settings/${item.id}".`,
        ]
      : []),
  ]
}

function isPath(path: string): boolean {
  return !/\/\.{1,2}(?:\/|$)/.test(path) && /^\/(?:[\w.~-]+(?:\/[\w.~-]+)*)?$/.test(path)
}

function isSettingsPageAstray({ id, path }: MenuItem): boolean {
  return path.startsWith('/settings/') && path !== `/settings/${id}`
}

function doubles(values: readonly string[]): readonly string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}
