import type { AnyPlugin } from '@host/plugin'
import { relative } from 'node:path'
import type { CheckedFacts } from '../checked-facts.ts'
import type { Flaw } from '../plugin-finding.ts'
import { definitionRule, webRule, type PluginRule } from '../plugin-rule.ts'

type Page = NonNullable<NonNullable<CheckedFacts['web']>['inspection']>['pages'][number]

/** Menus of the server half and pages of the web half, which have to be equal. */
export const menuRules: readonly PluginRule[] = [
  definitionRule('menus/pages', 'every menu of the workspace leads to a page', (plugin, facts) =>
    pageless(facts, plugin.menus ?? [], false),
  ),
  definitionRule('menus/instance-pages', 'every menu of the console leads to a page', (plugin, facts) =>
    pageless(facts, plugin.instanceMenus ?? [], true),
  ),
  webRule('menus/announced', 'every page belongs to a menu', (web, facts) =>
    (web.inspection?.pages ?? [])
      .filter(
        ({ path, isInstance }) =>
          path !== undefined && facts.plugin !== undefined && !isAnnounced(path, facts.plugin, isInstance),
      )
      .map(({ path = '', line }) => ({
        file: relative(facts.folder, web.half.modules.entry),
        line,
        message: `No menu leads to the page "${path}" or above it; add it to the menus of the server half.`,
      })),
  ),
  definitionRule('menus/icons', 'every menu and the feature have an existing icon', (plugin, facts) => {
    const icons = facts.web?.inspection?.icons
    if (icons === undefined) return []
    const named = [plugin.info, ...(plugin.menus ?? []), ...(plugin.instanceMenus ?? []), ...(plugin.actions ?? [])]
    return named
      .flatMap(({ icon }) => (icon === undefined || icons.has(icon) ? [] : [icon]))
      .map((icon) => ({
        ...facts.locate(icon, /\bicon:\s*$/),
        message: `Unknown icon "${icon}"; choose a lucide icon.`,
      }))
  }),
  definitionRule('menus/actions', 'every action opens a page', ({ actions = [] }, facts) =>
    pageless(facts, actions, false),
  ),
  definitionRule('menus/badges', 'a plugin with badges has menus to show them', ({ badges, menus = [] }, { locate }) =>
    badges !== undefined && menus.length === 0
      ? [
          {
            ...locate('badges'),
            message: 'It has badges but no menu to show them; add a menu, or remove badges.',
          },
        ]
      : [],
  ),
]

function pagesOf({ web }: CheckedFacts, isInstance: boolean): readonly Page[] {
  return (web?.inspection?.pages ?? []).filter((page) => page.path !== undefined && page.isInstance === isInstance)
}

interface Leading {
  readonly id: string
  readonly path: string
}

function pageless(facts: CheckedFacts, menus: readonly Leading[], isInstance: boolean): readonly Flaw[] {
  // A menu may lead to a page of another plugin, which is unknown here; a plugin without pages announces none of its
  // own.
  if (facts.web === undefined) {
    return menus.map(({ id, path }) => ({
      ...facts.locate(path, /\bpath:\s*$/),
      message: `The menu "${id}" leads to "${path}", but there is no web half with that page; add one, or remove the menu.`,
    }))
  }
  if (facts.web.inspection === undefined) return []
  const paths = pagesOf(facts, isInstance).map(({ path = '' }) => path)
  return menus
    .filter(({ path }) => !paths.some((page) => fits(page, path)))
    .map(({ id, path }) => ({
      ...facts.locate(path, /\bpath:\s*$/),
      message: `The menu "${id}" leads to "${path}", which has no page in the web half; use the same path in both.`,
    }))
}

/** Whether a path is that of a page, whose `:names` match any segment. */
function fits(page: string, path: string): boolean {
  const [ours, theirs] = [page.split('/'), (path.split('?')[0] ?? '').split('/')]
  return ours.length === theirs.length && ours.every((part, index) => part.startsWith(':') || part === theirs[index])
}

function isAnnounced(path: string, { menus = [], instanceMenus = [] }: AnyPlugin, isInstance: boolean): boolean {
  // The host makes the menus of declared settings.
  if (/^\/settings\/:\w+$/.test(path)) return true
  return (isInstance ? instanceMenus : menus).some(
    (menu) => path === menu.path || path.startsWith(`${menu.path}/`) || menu.path === '/',
  )
}
