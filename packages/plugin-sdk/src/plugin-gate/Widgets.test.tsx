import { afterEach, expect, test } from 'vitest'
import { lazyPage } from '../lazy-page.ts'
import { mountPage, type MountedPage } from '../testing/index.ts'
import { defineUIPlugin, type UIPlugin } from '../ui-plugin.ts'
import { resolvePages } from './resolve-pages.ts'
import { Widgets } from './Widgets.tsx'
import { widgetsOf } from './widgets-of.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

function lazy(Part: () => React.ReactNode) {
  return lazyPage(() => Promise.resolve({ default: Part }))
}

test('a widget that fails removes only itself', async () => {
  const plugin = defineUIPlugin({
    name: 'notes',
    routes: [
      {
        path: '/',
        Component: lazy(() => <Widgets slot="overview.main" frame={(widget, key) => <div id={key}>{widget}</div>} />),
      },
    ],
    widgets: [
      { slot: 'overview.main', order: 2, Component: lazy(() => 'second') },
      {
        slot: 'overview.main',
        Component: lazy(() => {
          throw new Error('broken')
        }),
      },
      { slot: 'overview.main', order: 1, Component: lazy(() => 'first ') },
      { slot: 'overview.aside', Component: lazy(() => 'elsewhere') },
    ],
  })
  page = await mountPage({ plugin, path: '/' })
  expect(page.text()).toBe('first second')
})

test('a widget on its way keeps the place that it will take', async () => {
  const never = lazyPage(() => new Promise<never>(() => undefined))
  const Waiting = Object.assign(never, { preload: () => Promise.resolve() })
  const shown = lazy(() => <Widgets slot="overview.main" loading={<span id="waiting" />} />)
  const plugin = defineUIPlugin({
    name: 'notes',
    routes: [{ path: '/', Component: shown }],
    widgets: [{ slot: 'overview.main', Component: Waiting, height: 120 }],
  })
  page = await mountPage({ plugin, path: '/' })
  expect(page.find('#waiting').parentElement?.style.height).toBe('120px')
})

test('a widget tells by a hook whether it shows', async () => {
  const plugin = defineUIPlugin({
    name: 'notes',
    routes: [{ path: '/', Component: lazy(() => <Widgets slot="overview.main" />) }],
    widgets: [
      { slot: 'overview.main', Component: lazy(() => 'hidden'), useShown: () => false },
      { slot: 'overview.main', Component: lazy(() => 'undecided'), useShown: () => undefined },
      { slot: 'overview.main', Component: lazy(() => 'shown'), useShown: () => true },
    ],
  })
  page = await mountPage({ plugin, path: '/' })
  expect(page.text()).toBe('shown')
})

const Component = lazy(() => null)

function placed(
  plugins: readonly UIPlugin[],
  announced: readonly string[],
  role: 'owner' | 'member' = 'owner',
): string[] {
  const menus = announced.map((path, order) => ({ id: path, label: path, path, icon: 'box', order }))
  const pages = resolvePages({ scope: 'tenant', menus, plugins })
  return widgetsOf({ slot: 'overview.main', plugins, pages, reader: { role } }).map(({ plugin }) => plugin.name)
}

const widget = { slot: 'overview.main' as const, Component }

test('a plugin that is switched off has no widgets either', () => {
  const notes: UIPlugin = { name: 'notes', routes: [{ path: '/notes', Component }], widgets: [widget] }
  expect(placed([notes], ['/notes'])).toEqual(['notes'])
  expect(placed([notes], [])).toEqual([])
})

test('a plugin without pages here is asked, and the server refuses it when it is off', () => {
  expect(placed([{ name: 'notes', widgets: [widget] }], [])).toEqual(['notes'])
})

test('a widget that asks for a higher role is left out', () => {
  const plugins: UIPlugin[] = [{ name: 'notes', widgets: [{ ...widget, requiredRole: 'admin' }] }]
  expect(placed(plugins, [], 'owner')).toEqual(['notes'])
  expect(placed(plugins, [], 'member')).toEqual([])
})
