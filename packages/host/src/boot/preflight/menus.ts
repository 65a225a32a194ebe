import type { InstanceMenuItem, MenuItem } from '@host/plugin'
import { hasRole } from '@host/plugin'
import type { RegisteredPlugin } from '../plugin-entry.ts'

/** Menu entries that could not be shown, or would be shown in the wrong place. */
export function menuProblems(plugins: readonly RegisteredPlugin[]): readonly string[] {
  return plugins.flatMap(({ name, plugin }) => {
    const menus = plugin.menus ?? []
    const instanceMenus = plugin.instanceMenus ?? []
    const who = `Plugin "${name}"`
    return [
      ...[...menus, ...instanceMenus].flatMap((item) => itemProblems(item, who)),
      ...doubles([...menus, ...instanceMenus].map(({ id }) => id)).map(
        (id) => `${who} has two menu entries with the id "${id}"; give one of them another.`,
      ),
      ...menus
        .map(({ path }) => path)
        .filter((path) => instanceMenus.some((other) => other.path === path))
        .map(
          (path) =>
            `${who} announces "${path}" in the workspace shell and in the console; a page belongs to one of them, so give one another path.`,
        ),
    ]
  })
}

function itemProblems(item: MenuItem & InstanceMenuItem, who: string): readonly string[] {
  const problems = (['id', 'label', 'path'] as const)
    .filter((field) => typeof item[field] !== 'string' || item[field] === '')
    .map((field) => `${who} has a menu entry without "${field}": ${JSON.stringify(item)}; add it.`)
  if (problems.length > 0) return problems
  return [
    ...(isPath(item.path)
      ? []
      : [`${who} announces the path "${item.path}"; write one that begins with / and has no query, such as "/notes".`]),
    ...(isSettingsPageAstray(item)
      ? [
          `${who} has the settings page "${item.path}" for the menu "${item.id}"; its path must be "/settings/${item.id}".`,
        ]
      : []),
    ...(item.requiredRole === undefined || hasRole('owner', item.requiredRole)
      ? []
      : [
          `${who} requires the role "${item.requiredRole}" for the menu "${item.id}"; write "owner", "admin" or "member".`,
        ]),
  ]
}

function isPath(path: string): boolean {
  return /^\/(?:[\w.~-]+(?:\/[\w.~-]+)*)?$/.test(path)
}

function isSettingsPageAstray({ id, path }: MenuItem): boolean {
  return path.startsWith('/settings/') && path !== `/settings/${id}`
}

function doubles(values: readonly string[]): readonly string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}
