import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, type MenuItem } from '@host/plugin'
import { infoOf, plain } from '../lab/plugins.ts'
import { assertRefused } from '../lab/refusal.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

type Entry = Readonly<Record<string, unknown>>

async function entriesOf(visitor: Visitor, path: string, language = 'en'): Promise<readonly Entry[]> {
  return (await visitor.get<readonly Entry[]>(path, { 'accept-language': language })).body
}

const garden = definePlugin({
  name: 'garden',
  info: infoOf('Garden', { icon: 'flower', category: 'Outdoors' }),
  models: [],
  menus: [
    { id: 'beds', label: 'Beds', path: '/garden/beds', icon: 'sprout', category: 'Growing', order: 20 },
    { id: 'tools', label: 'Tools', path: '/garden/tools', requiredRole: 'admin', order: 30 },
    { id: 'keys', label: 'Keys', path: '/garden/keys', requiredRole: 'owner', order: 31 },
    { id: 'garden-settings', label: 'Garden', path: '/settings/garden-settings', order: 10 },
  ],
  instanceMenus: [{ id: 'sheds', label: 'Sheds', path: '/sheds' }],
  i18n: { en: { 'menu.beds': 'Flower beds' }, zh: { 'menu.beds': '花坛', 'menu.sheds': '工具房' } },
  mount() {},
})

test('§2.4 §2.12 §2.14 the sidebar has the entries of a plugin, id and path character for character', async () => {
  await using host = await startSpecHost({ isBare: false, plugins: [garden] })
  const { ada } = await host.people()
  const own = (await entriesOf(ada, '/api/menus')).filter(({ path }) => String(path).includes('garden'))
  assert.deepEqual(
    own.map(({ id, path }) => [id, path]),
    [
      ['garden-settings', '/settings/garden-settings'],
      ['beds', '/garden/beds'],
      ['tools', '/garden/tools'],
      ['keys', '/garden/keys'],
    ],
  )
})

test('§2.5 the rail has the entries of the console, the sidebar has not', async () => {
  await using host = await startSpecHost({ plugins: [garden] })
  const { ada } = await host.people()
  const ids = async (path: string) => (await entriesOf(ada, path)).map(({ id }) => id)
  assert.ok((await ids('/api/instance/menus')).includes('sheds'))
  assert.ok(!(await ids('/api/menus')).includes('sheds'))
  assert.ok(!(await ids('/api/instance/menus')).includes('beds'))
})

test("§2.13 a label is the displayed text, in the caller's language if the plugin has it", async () => {
  await using host = await startSpecHost({ plugins: [garden] })
  const { ada } = await host.people()
  const labels = async (path: string, id: string) =>
    await Promise.all(
      ['en', 'zh-CN,zh;q=0.9', 'fr'].map(
        async (language) => (await entriesOf(ada, path, language)).find((entry) => entry['id'] === id)?.['label'],
      ),
    )
  assert.deepEqual(await labels('/api/menus', 'beds'), ['Flower beds', '花坛', 'Flower beds'])
  assert.deepEqual(await labels('/api/menus', 'tools'), ['Tools', 'Tools', 'Tools'])
  assert.deepEqual(await labels('/api/instance/menus', 'sheds'), ['Sheds', '工具房', 'Sheds'])
})

test("§2.15 §2.16 an entry has its own icon and category, else the plugin's; the category is never translated", async () => {
  await using host = await startSpecHost({ plugins: [garden] })
  const { ada } = await host.people()
  for (const language of ['en', 'zh']) {
    const entries = await entriesOf(ada, '/api/menus', language)
    const of = (id: string) => entries.find((entry) => entry['id'] === id)
    assert.deepEqual([of('beds')?.['icon'], of('beds')?.['category']], ['sprout', 'Growing'])
    assert.deepEqual([of('tools')?.['icon'], of('tools')?.['category']], ['flower', 'Outdoors'])
  }
})

test('§2.17 §4.43 the required role is advice for the sidebar, and takes no entry from the answer', async () => {
  await using host = await startSpecHost({ plugins: [garden] })
  const { ada, ben, cleo } = await host.people()
  const seenBy = async (person: Visitor) => {
    const entries = new Map((await entriesOf(person, '/api/menus')).map((entry) => [entry['id'], entry]))
    return ['beds', 'tools', 'keys'].map((id) => entries.get(id)?.['requiredRole'])
  }
  for (const person of [ada, ben, cleo]) assert.deepEqual(await seenBy(person), [undefined, 'admin', 'owner'])
})

const faults: readonly (readonly [what: string, entry: Partial<MenuItem>, said: RegExp])[] = [
  [
    'a settings page that ends in its label',
    { id: 'mail', label: 'Post', path: '/settings/post' },
    /"\/settings\/mail"/,
  ],
  ['an entry without id', { label: 'Post', path: '/post' }, /enus\[0\]\.id"/],
  ['an entry without label', { id: 'post', path: '/post' }, /enus\[0\]\.label"/],
  ['an entry without path', { id: 'post', label: 'Post' }, /enus\[0\]\.path"/],
  ['a path that begins nowhere', { id: 'post', label: 'Post', path: 'post' }, /"post"/],
  ['a path with a query', { id: 'post', label: 'Post', path: '/post?new=1' }, /query/],
  [
    'a role that does not exist',
    { id: 'post', label: 'Post', path: '/post', requiredRole: 'boss' as 'owner' },
    /"boss"/,
  ],
]

for (const [what, entry, said] of faults) {
  test(`§2.12 §2.14 ${what} refuses the start, in both scopes`, async () => {
    await assertRefused({ plugins: [plain('post', { menus: [entry] })] }, /"post"/, said)
    await assertRefused({ plugins: [plain('post', { instanceMenus: [entry] })] }, /"post"/, said)
  })
}

test('§2.12 an id identifies one entry of a plugin', async () => {
  const entry = (path: string) => ({ id: 'same', label: 'Same', path })
  await assertRefused({ plugins: [plain('twice', { menus: [entry('/a'), entry('/b')] })] }, /"twice"/, /"same"/)
})
