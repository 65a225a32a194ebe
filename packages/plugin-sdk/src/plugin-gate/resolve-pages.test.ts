import { describe, expect, test } from 'vitest'
import { lazyPage } from '../lazy-page.ts'
import type { UIPlugin } from '../ui-plugin.ts'
import { findPage } from './find-page.ts'
import { resolvePages, type AnnouncedMenu, type PageFacts, type ResolvedPages } from './resolve-pages.ts'

const Component = lazyPage(() => Promise.resolve({ default: () => null }))

function plugin(
  name: string,
  routePaths: readonly `/${string}`[],
  instancePaths: readonly `/${string}`[] = [],
): UIPlugin {
  const routes = routePaths.map((path) => ({ path, Component }))
  return { name, routes, instanceRoutes: instancePaths.map((path) => ({ path, Component })) }
}

function menu(path: string, more: Partial<AnnouncedMenu> = {}): AnnouncedMenu {
  return { id: path, label: path, path, icon: 'box', order: 1, ...more }
}

function resolve(facts: Partial<PageFacts>): ResolvedPages {
  return resolvePages({ scope: 'tenant', menus: [], plugins: [], ...facts })
}

function paths(pages: ResolvedPages): readonly string[] {
  return pages.shown.map(({ route }) => route.path)
}

describe('§1.2 an entry shows only when the server announces it and the frontend registers the same path', () => {
  const notes = plugin('notes', ['/notes'], ['/usage'])

  test('§2.29 routes are the pages of the dashboard', () => {
    const pages = resolve({ scope: 'tenant', menus: [menu('/notes'), menu('/usage')], plugins: [notes] })
    expect(pages.entries.map((entry) => entry.menu.path)).toEqual(['/notes'])
  })

  test('§2.30 instanceRoutes are the pages of the console', () => {
    const pages = resolve({ scope: 'instance', menus: [menu('/notes'), menu('/usage')], plugins: [notes] })
    expect(pages.entries.map((entry) => entry.menu.path)).toEqual(['/usage'])
  })

  test('only registered: not listed, and reported as disabled', () => {
    const pages = resolve({ plugins: [notes] })
    expect(pages.entries).toEqual([])
    expect(findPage(pages, '/notes').kind).toBe('switchedOff')
  })

  test('only announced: not listed, and reported as missing in this build', () => {
    const pages = resolve({ menus: [menu('/notes')] })
    expect(pages.entries).toEqual([])
    expect(findPage(pages, '/notes').kind).toBe('notInBuild')
    expect(findPage(pages, '/notes/5').kind).toBe('notInBuild')
  })

  test('§2.14 announced under a path that differs by a letter: neither half has its page', () => {
    const pages = resolve({ menus: [menu('/note')], plugins: [notes] })
    expect(paths(pages)).toEqual([])
    expect(findPage(pages, '/note').kind).toBe('notInBuild')
    expect(findPage(pages, '/notes').kind).toBe('switchedOff')
  })

  test('neither: no page', () => {
    expect(findPage(resolve({ plugins: [notes], menus: [menu('/notes')] }), '/other').kind).toBe('unknown')
  })
})

describe('§1.1 a page belongs to exactly one scope', () => {
  test('the same path in both scopes is refused in both, with a sentence that names the plugin', () => {
    const both = plugin('notes', ['/notes'], ['/notes'])
    for (const scope of ['tenant', 'instance'] as const) {
      const pages = resolve({ scope, menus: [menu('/notes')], plugins: [both] })
      expect(paths(pages)).toEqual([])
      expect(pages.problems).toEqual([expect.stringMatching(/"notes".*"\/notes".*routes and in instanceRoutes/)])
    }
  })

  test("the console's pages are not the dashboard's", () => {
    const pages = resolve({ scope: 'tenant', menus: [menu('/usage')], plugins: [plugin('notes', [], ['/usage'])] })
    expect(paths(pages)).toEqual([])
  })
})

describe('§1.3 the rail ignores category and role', () => {
  const announced = [menu('/a', { requiredRole: 'owner', category: 'X' })]
  const both = plugin('notes', ['/a'])

  test('§2.17 the sidebar hides owner pages from a member, though the page stays reachable', () => {
    const pages = resolve({ menus: announced, plugins: [both], role: 'member' })
    expect(pages.entries).toEqual([])
    expect(findPage(pages, '/a').kind).toBe('page')
  })

  test('in the console the same entry shows', () => {
    const pages = resolve({
      scope: 'instance',
      menus: announced,
      plugins: [plugin('notes', [], ['/a'])],
      role: 'member',
    })
    expect(pages.entries.length).toBe(1)
  })
})

describe('a page without a menu belongs to the longest announced path before it', () => {
  const notes = plugin('notes', ['/notes', '/notes/:id', '/notes/archive', '/notes/archive/:id', '/notesy'])

  test('it comes and goes with that menu', () => {
    const pages = resolve({ menus: [menu('/notes')], plugins: [notes] })
    expect(paths(pages)).toEqual(['/notes', '/notes/:id', '/notes/archive', '/notes/archive/:id'])
    expect(paths(resolve({ plugins: [notes] }))).toEqual([])
  })

  test('the longest one counts', () => {
    const pages = resolve({ menus: [menu('/notes'), menu('/notes/archive')], plugins: [notes] })
    const found = findPage(pages, '/notes/archive/7')
    expect(found.kind === 'page' && found.page.menu.path).toBe('/notes/archive')
  })

  test('whole segments count: /notesy is not below /notes', () => {
    expect(findPage(resolve({ menus: [menu('/notes')], plugins: [notes] }), '/notesy').kind).toBe('switchedOff')
  })

  test("another plugin's menu is none of its own", () => {
    const squatter = plugin('squatter', ['/notes/:id/extra'])
    const pages = resolve({ menus: [menu('/notes')], plugins: [notes, squatter] })
    expect(findPage(pages, '/notes/1/extra').kind).toBe('switchedOff')
  })
})

describe('which page stands at a path', () => {
  const pages = resolve({
    menus: [menu('/notes'), menu('/')],
    plugins: [plugin('notes', ['/notes', '/notes/:id', '/notes/new', '/notes/:id/edit']), plugin('home', ['/'])],
  })

  test.each([
    ['/', '/', {}],
    ['/notes', '/notes', {}],
    ['/notes/new', '/notes/new', {}],
    ['/notes/a%20b', '/notes/:id', { id: 'a b' }],
    ['/notes/new/edit', '/notes/:id/edit', { id: 'new' }],
  ])('%s is %s', (path, pattern, params) => {
    expect(findPage(pages, path)).toMatchObject({ kind: 'page', params, page: { route: { path: pattern } } })
  })

  test('a broken escape is not a page', () => {
    expect(findPage(pages, '/notes/%zz').kind).toBe('unknown')
  })
})

describe('declared settings have one page for all of them', () => {
  const settings = plugin('settings', ['/settings/personal', '/settings/:id'])
  const tokens = plugin('tokens', ['/settings/tokens'])
  const pages = resolve({
    menus: [menu('/settings/tokens'), menu('/settings/alerts'), menu('/settings/alerts/more'), menu('/alerts')],
    plugins: [settings, tokens],
  })

  test('it shows the announced entries that no other page registers', () => {
    expect(pages.entries.map(({ plugin: { name }, menu: { path } }) => [name, path])).toEqual([
      ['tokens', '/settings/tokens'],
      ['settings', '/settings/alerts'],
    ])
    expect(findPage(pages, '/settings/alerts').kind).toBe('page')
    expect(findPage(pages, '/alerts').kind).toBe('notInBuild')
  })

  test('a section that is not announced is switched off here', () => {
    expect(findPage(pages, '/settings/relay').kind).toBe('switchedOff')
  })

  test('without that page nothing changes', () => {
    expect(findPage(resolve({ menus: [menu('/settings/alerts')], plugins: [tokens] }), '/settings/alerts').kind).toBe(
      'notInBuild',
    )
  })
})

test('two plugins at one path are reported, and the first keeps it', () => {
  const pages = resolve({ menus: [menu('/a')], plugins: [plugin('one', ['/a']), plugin('two', ['/a'])] })
  expect(pages.shown.map((page) => page.plugin.name)).toEqual(['one'])
  expect(pages.problems).toEqual([expect.stringMatching(/"one" and "two".*"\/a"/)])
})

test("the sidebar keeps the server's order", () => {
  const pages = resolve({ menus: [menu('/b'), menu('/a')], plugins: [plugin('one', ['/a']), plugin('two', ['/b'])] })
  expect(pages.entries.map((entry) => entry.menu.path)).toEqual(['/b', '/a'])
})
