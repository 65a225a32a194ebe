import { describe, expect, it } from 'vitest'
import { sidebarAreas, type DeclaredArea } from './sidebar-areas.ts'

const entry = (path: string, category: string, plugin = 'notes') => ({
  menu: { path, category },
  plugin: { name: plugin },
})

const shop: DeclaredArea = {
  plugin: 'products',
  id: 'shop',
  title: 'Shop front',
  icon: 'store',
  groups: [
    { id: 'catalog', label: 'Catalog' },
    { id: 'sales', label: 'Sales' },
  ],
}

function outline(entries: readonly ReturnType<typeof entry>[], areas: readonly DeclaredArea[] = []) {
  return sidebarAreas(entries, areas).map(({ id, groups }) => [
    id,
    groups.map(({ label, entries: inside }) => [label ?? null, inside.map(({ menu }) => menu.path)]),
  ])
}

describe('the sidebar', () => {
  it('§2.16 gathers entries of one category in one group, in the order of the server', () => {
    expect(outline([entry('/', 'Workspace'), entry('/a', 'Settings'), entry('/b', 'Workspace')])).toEqual([
      [
        'main',
        [
          ['Workspace', ['/', '/b']],
          ['Settings', ['/a']],
        ],
      ],
    ])
  })

  it('§2.16 forms a group for an undeclared category', () => {
    expect(outline([entry('/x', 'Never heard of')], [shop])).toEqual([['main', [['Never heard of', ['/x']]]]])
  })

  it('puts entries without a category before all groups', () => {
    expect(outline([entry('/a', 'Workspace'), entry('/b', '')])).toEqual([
      [
        'main',
        [
          [null, ['/b']],
          ['Workspace', ['/a']],
        ],
      ],
    ])
  })

  it('§2.31 takes an entry to the area whose id or group label its category is', () => {
    expect(
      outline([entry('/s', 'Sales'), entry('/c', 'Catalog'), entry('/d', 'shop'), entry('/m', 'Workspace')], [shop]),
    ).toEqual([
      ['main', [['Workspace', ['/m']]]],
      [
        'shop',
        [
          [null, ['/d']],
          ['Catalog', ['/c']],
          ['Sales', ['/s']],
        ],
      ],
    ])
  })

  it('§2.31 never matches the title of an area', () => {
    expect(outline([entry('/t', 'Shop front')], [shop])).toEqual([['main', [['Shop front', ['/t']]]]])
  })

  it('leaves out areas and groups without entries', () => {
    expect(outline([], [shop])).toEqual([])
  })

  it('gives an entry one place when two areas declare the same group', () => {
    const other: DeclaredArea = { ...shop, plugin: 'other', id: 'other', order: 200 }
    expect(outline([entry('/s', 'Sales')], [other, shop])).toEqual([['shop', [['Sales', ['/s']]]]])
  })

  it('looks a label up where it was declared', () => {
    const areas = sidebarAreas([entry('/s', 'Sales', 'orders'), entry('/x', 'Extras', 'orders')], [shop])
    expect(areas.flatMap(({ groups }) => groups.map(({ textKeys }) => textKeys))).toEqual([
      ['shell.group.Extras', 'orders.group.Extras'],
      ['products.group.sales'],
    ])
  })
})
