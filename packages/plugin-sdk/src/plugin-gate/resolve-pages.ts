/**
 * Resolves the pages of a shell. Pure: merges the server's menus and the routes registered in this build into one list.
 *
 *   announced and registered  -> shown                (the two paths are equal)
 *   registered only           -> disabled here
 *   announced only            -> not in this build
 *   in both scopes of a plugin -> rejected, in both
 *   announced under /settings, not registered -> the page for all declared settings, when there is one
 *
 * A page without a menu entry belongs to the longest announced path that is a prefix of its path and is registered by
 * the same plugin; it is shown and hidden with that page.
 */
import { hasRole, type InstanceMenuEntry, type MenuEntry, type Role } from '@host/plugin/wire'
import type { UIPlugin, UIRoute } from '../ui-plugin.ts'

/** The workspace dashboard or the instance console. */
export type ShellScope = 'tenant' | 'instance'

/** A menu entry announced by the server, in either shell. */
export type AnnouncedMenu = InstanceMenuEntry &
  Partial<Pick<MenuEntry, 'category' | 'requiredRole' | 'settings' | 'feature'>>

/** Input of `resolvePages`: the server's menus and the build's plugins. */
export interface PageFacts {
  readonly scope: ShellScope
  /** The server's answer, in its order. */
  readonly menus: readonly AnnouncedMenu[]
  readonly plugins: readonly UIPlugin[]
  /** The reader's role; hides entries above it in the workspace sidebar, and nothing in the console. */
  readonly role?: Role | null | undefined
}

/** A page of this build, and the plugin it is of. */
export interface RegisteredPage {
  readonly plugin: UIPlugin
  readonly route: UIRoute
}

/** A page that is shown, and the menu that it belongs to. */
export interface ShownPage extends RegisteredPage {
  readonly menu: AnnouncedMenu
}

/** The pages of a shell, by outcome. */
export interface ResolvedPages {
  readonly shown: readonly ShownPage[]
  /** Entries of the sidebar or rail: the shown pages with a menu entry, in the server's order. */
  readonly entries: readonly ShownPage[]
  readonly switchedOff: readonly RegisteredPage[]
  readonly notInBuild: readonly AnnouncedMenu[]
  /** Problems of the build, in sentences that name the plugins. */
  readonly problems: readonly string[]
}

/** Brings the server's menus and the build's routes together. */
export function resolvePages(facts: PageFacts): ResolvedPages {
  const { registered: pages, problems } = registeredPages(facts)
  const registered = withSections(pages, facts.menus)
  const menuOf = (page: RegisteredPage): AnnouncedMenu | undefined => owningMenu(page, registered, facts.menus)
  const shown = registered.flatMap((page) => {
    const menu = menuOf(page)
    return menu === undefined ? [] : [{ ...page, menu }]
  })
  return {
    shown,
    entries: facts.menus.flatMap((menu) =>
      shown.filter(({ route }) => route.path === menu.path && isListed(menu, facts)),
    ),
    switchedOff: registered.filter((page) => menuOf(page) === undefined),
    notInBuild: facts.menus.filter((menu) => !registered.some(({ route }) => route.path === menu.path)),
    problems,
  }
}

function registeredPages({ scope, plugins }: PageFacts): {
  registered: readonly RegisteredPage[]
  problems: readonly string[]
} {
  const registered: RegisteredPage[] = []
  const problems: string[] = []
  for (const plugin of plugins) {
    const [own = [], other = []] =
      scope === 'tenant' ? [plugin.routes, plugin.instanceRoutes] : [plugin.instanceRoutes, plugin.routes]
    for (const route of own) {
      const rival = registered.find((page) => page.route.path === route.path)
      if (other.some(({ path }) => path === route.path)) problems.push(inBothScopes(plugin, route))
      else if (rival !== undefined) problems.push(claimedTwice(rival.plugin, plugin, route))
      else registered.push({ plugin, route })
    }
  }
  return { registered, problems }
}

/** A parameter right below `/settings` stands for every declared section that has no page of its own. */
const sectionPage = /^\/settings\/:\w+$/
const sectionPath = /^\/settings\/[^/]+$/

function withSections(pages: readonly RegisteredPage[], menus: readonly AnnouncedMenu[]): readonly RegisteredPage[] {
  const page = pages.find(({ route }) => sectionPage.test(route.path))
  if (page === undefined) return pages
  const sections = menus.filter(({ path }) => sectionPath.test(path) && !pages.some(({ route }) => route.path === path))
  return [
    ...pages,
    ...sections.map(({ path }) => ({ ...page, route: { ...page.route, path: path as UIRoute['path'] } })),
  ]
}

function inBothScopes(plugin: UIPlugin, route: UIRoute): string {
  return `The plugin "${plugin.name}" has the path "${route.path}" in routes and in instanceRoutes; a page belongs to one of them.`
}

function claimedTwice(first: UIPlugin, second: UIPlugin, route: UIRoute): string {
  return `The plugins "${first.name}" and "${second.name}" both have a page at "${route.path}"; change one of the paths.`
}

function owningMenu(
  page: RegisteredPage,
  registered: readonly RegisteredPage[],
  menus: readonly AnnouncedMenu[],
): AnnouncedMenu | undefined {
  const isOwn = (path: string): boolean =>
    registered.some(({ plugin, route }) => plugin === page.plugin && route.path === path)
  return menus
    .filter(({ path }) => isOwn(path) && isAtOrBelow(page.route.path, path))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
}

function isListed({ requiredRole }: AnnouncedMenu, { scope, role }: PageFacts): boolean {
  return (
    scope === 'instance' || requiredRole === undefined || role === undefined || hasRole(role ?? undefined, requiredRole)
  )
}

/** Whether a path is another one or stands below it, segment by segment. */
export function isAtOrBelow(path: string, above: string): boolean {
  return path === above || above === '/' || path.startsWith(`${above}/`)
}
