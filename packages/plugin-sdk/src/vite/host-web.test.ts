// @vitest-environment node
import type { Rolldown } from 'vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFixtureApp, goodPlugin, type FixtureApp, type Files } from './fixture-app.ts'

// A build takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let app: FixtureApp

beforeEach(() => {
  app = createFixtureApp()
})

afterEach(() => app.remove())

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset

async function refusal(files: Files): Promise<string> {
  app.compose('notes', { ...goodPlugin, ...files })
  return app.build().then(
    () => 'the build succeeded',
    (error: unknown) => (error as Error).message,
  )
}

function chunk(output: readonly Output[], name: RegExp): Rolldown.OutputChunk {
  const found = output.find((one) => one.type === 'chunk' && name.test(one.fileName))
  if (found?.type !== 'chunk') throw new Error(`no chunk ${String(name)}`)
  return found
}

test('§1.18 §4.27 a composed plugin is built with a chunk for each page, named after plugin and page', async () => {
  app.compose('notes', goodPlugin)
  const output = await app.build()
  expect(chunk(output, /^assets\/p-notes-notes-page-[\w-]+\.js$/).code).toContain('bg-surface')
  expect(chunk(output, /^assets\/p-notes-pages-usage-page-[\w-]+\.js$/).isDynamicEntry).toBe(true)
})

test('a composed plugin shares the one copy of React and of the SDK, though its folder has neither', async () => {
  app.compose('notes', goodPlugin)
  const output = await app.build()
  const homes = output.filter(
    (one) => one.type === 'chunk' && one.moduleIds.some((id) => /\/react\/cjs\/react\.\w+\.js$/.test(id)),
  )
  expect(homes.map(({ fileName }) => fileName)).toEqual([expect.stringMatching(/^assets\/react-/)])
  expect(chunk(output, /p-notes-notes-page/).imports).toContain(chunk(output, /assets\/sdk-/).fileName)
})

test('the icons that a plugin names come with the edition, and no others', async () => {
  app.compose('notes', goodPlugin)
  const { code } = chunk(await app.build(), /frame/)
  expect(code).toContain('notebook')
  expect(code).not.toContain('accessibility')
})

test("Tailwind reads the plugin's files, and the utilities it knows are those of the tokens", async () => {
  app.compose('notes', goodPlugin)
  const css = (await app.build()).find(({ fileName }) => fileName.endsWith('.css'))
  const text = css?.type === 'asset' ? String(css.source) : ''
  expect(text).toContain('.bg-surface')
  expect(text).toMatch(/border-radius:\s*7px/)
})

test('a word changed in a page renames the chunk of the page alone; the import map says where it is', async () => {
  const outputWith = async (tag: string): Promise<readonly Output[]> => {
    app.compose('notes', { ...goodPlugin, 'NotesPage.js': (goodPlugin['NotesPage.js'] ?? '').replace("'p'", tag) })
    return app.build()
  }
  const before = new Set((await outputWith("'p'")).map(({ fileName }) => fileName))
  const after = await outputWith("'h2'")
  const renamed = after.filter(({ fileName }) => !before.has(fileName)).map(({ fileName }) => fileName)
  expect(renamed).toEqual([expect.stringMatching(/p-notes-notes-page/)])
  const page = after.find(({ fileName }) => fileName === 'index.html')
  expect(page?.type === 'asset' ? page.source : '').toMatch(new RegExp(`type="importmap">.*${renamed[0] ?? ''}`))
})

test('the first scripts of a page are inline, with imports named from the root, and are not files', async () => {
  app.compose('notes', goodPlugin)
  const output = await app.build()
  const page = output.find(({ fileName }) => fileName === 'index.html')
  const html = page?.type === 'asset' ? String(page.source) : ''
  const [, code = ''] = /<script type="module">([^]*?)<\/script>/.exec(html) ?? []
  expect(code).toMatch(/import\(\s*["'`]\/assets\/[\w-]+\.js["'`]\s*\)/)
  expect(code).not.toMatch(/["'`]\.\//)
  expect(html).not.toContain('<script type="module" ')
  expect(output.filter((one) => one.type === 'chunk' && one.isEntry)).toEqual([])
})

test('an entry that would mean something else in a page stays a file', async () => {
  const { appendFileSync } = await import('node:fs')
  app.compose('notes', goodPlugin)
  appendFileSync(`${app.root}/src/main.ts`, '\nconsole.log(import.meta.url)')
  const output = await app.build()
  const entry = output.find((one) => one.type === 'chunk' && one.isEntry)
  const page = output.find(({ fileName }) => fileName === 'index.html')
  expect(page?.type === 'asset' ? page.source : '').toContain(` src="/${entry?.fileName ?? 'none'}"></script>`)
})

test('a plugin in TypeScript builds beside a compiled one, with its shared modules', async () => {
  app.compose('notes', goodPlugin)
  app.compose('tasks', {
    'package.json': '{"name":"host-plugin-tasks","version":"1.0.0"}',
    'shared.ts': `import { roles } from '@host/plugin/wire'
export const limit: number = roles.length`,
    'web/index.ts': `import { defineUIPlugin, lazyPage, type UIPlugin } from '@host/plugin-sdk'
const routes = [{ path: '/tasks', Component: lazyPage(() => import('./TasksPage.tsx')) }] as const
export const plugin: UIPlugin = defineUIPlugin({ name: 'tasks', routes })`,
    'web/TasksPage.tsx': `import { limit } from '../shared.ts'
export default function TasksPage() { return <p className="mt-[13px]">{limit}</p> }`,
  })
  const output = await app.build()
  expect(chunk(output, /p-tasks-tasks-page/).code).toContain('mt-[13px]')
  expect(chunk(output, /p-notes-notes-page/)).toBeDefined()
})

test('the in-tree plugins that the edition imports are built and checked like the composed ones', async () => {
  const files = {
    'web/index.ts': `import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'
export const plugin = defineUIPlugin({
  name: 'inner',
  routes: [{ path: '/inner', Component: lazyPage(() => import('./InnerPage.tsx')) }],
})`,
    'web/InnerPage.tsx': 'export default function InnerPage() { return <p className="pl-[17px]" /> }',
  }
  app.install('inner', files)
  const output = await app.build()
  expect(chunk(output, /p-inner-inner-page/)).toBeDefined()
  expect(output.some((one) => one.type === 'asset' && String(one.source).includes('17px'))).toBe(true)
  app.install('inner', { ...files, 'web/InnerPage.tsx': "export default () => '#fff'" })
  await expect(app.build()).rejects.toThrow(/plugin "inner".*InnerPage\.tsx:1 has the raw color #fff/)
})

const entry = goodPlugin['index.js'] ?? ''

test.each<readonly [rule: string, files: Files, sentence: RegExp]>([
  [
    'a page that is imported at once',
    {
      'index.js': `import Page from './NotesPage.js'\n${entry.replace("lazyPage(() => import('./NotesPage.js'))", 'Page')}`,
    },
    /the page \/notes on line \d+ is not lazy; write Component: lazyPage/,
  ],
  [
    'a page wrapped in something else',
    { 'index.js': entry.replace("lazyPage(() => import('./NotesPage.js'))", '() => null') },
    /the page \/notes on line \d+ is not lazy/,
  ],
  [
    'a page that something else imports at once',
    {
      'pages/UsagePage.js': "import Notes from '../NotesPage.js'\nexport default function UsagePage() { return Notes }",
      'index.js': `${entry}\nimport Page from './NotesPage.js'\nexport const again = Page`,
    },
    /index\.js imports the page .*NotesPage\.js at once/,
  ],
  [
    'a list of pages that is computed',
    { 'index.js': entry.replace('routes: [', 'routes: Object.values({ a: 1 }) && [') },
    /routes is not written out/,
  ],
  [
    'one path in both scopes',
    { 'index.js': entry.replace("'/notes-usage'", "'/notes'") },
    /the path "\/notes" is in routes and in instanceRoutes/,
  ],
  [
    'one page in both scopes, under two paths',
    { 'index.js': entry.replace("'./pages/UsagePage.js'", "'./NotesPage.js'") },
    /the page \.\/NotesPage\.js is in routes and in instanceRoutes/,
  ],
  [
    'a path that no address can be',
    { 'index.js': entry.replace("'/notes-usage'", "'/Notes Usage'") },
    /the path "\/Notes Usage" on line \d+ is not one of lower-case segments/,
  ],
  [
    'halves of different names',
    { 'index.js': entry.replace("name: 'notes'", "name: 'other'") },
    /its web half is named "other"; both halves must have the same name/,
  ],
  ['an icon that lucide has not', { 'index.js': entry.replace("'notebook'", "'notebok'") }, /names the icon "notebok"/],
  [
    'a hexadecimal colour',
    { 'NotesPage.js': "export default () => ({ color: '#ff0000' })" },
    /NotesPage\.js:1 has the raw color #ff0000/,
  ],
  ['a color function', { 'NotesPage.js': "export default () => ({ color: 'rgb(1 2 3)' })" }, /raw color rgb\(/],
  ['an arbitrary color value', { 'NotesPage.js': "export default () => ({ className: 'bg-[#abc]' })" }, /raw color/],
  [
    'a raw color in a style sheet',
    {
      'NotesPage.js': "import './notes.css'\nexport default () => null",
      'notes.css': '/* #000 */\n.a { color: oklch(0.5 0 0) }',
    },
    /notes\.css:2 has the raw color oklch\(/,
  ],
  [
    'a text that one language lacks',
    { 'zh.json': '{"count_other":"{{count}} 条笔记"}' },
    /the text "title" is missing in zh/,
  ],
  [
    'a language that is not there',
    { 'index.js': entry.replace(", zh: () => import('./zh.json')", '') },
    /i18n has no zh/,
  ],
  [
    'a text that no dictionary has',
    { 'NotesPage.js': "export default ({ t }) => t('notes.titel')" },
    /asks for the text "notes\.titel"/,
  ],
  [
    'React in dependencies',
    { 'package.json': '{"name":"host-plugin-notes-web","dependencies":{"react":"19.0.0"}}' },
    /has react in dependencies; move it to peerDependencies/,
  ],
  ['a page that does not parse', { 'NotesPage.js': 'export default function (' }, /NotesPage\.js can not be read/],
  [
    'an entry that exports nothing',
    { 'index.js': entry.replace('export const', 'const') },
    /does not export its plugin/,
  ],
])('%s stops the build', async (_rule, files, sentence) => {
  const message = await refusal(files)
  expect(message).toMatch(sentence)
  expect(message).toContain('notes')
})

test('every problem is reported at once', async () => {
  const message = await refusal({ 'zh.json': '{}', 'NotesPage.js': "export default () => '#fff'" })
  expect(message).toMatch(/raw color/)
  expect(message).toMatch(/"title" is missing in zh/)
})

test('two plugins that claim one path stop the build, both named', async () => {
  app.compose('notes', goodPlugin)
  app.compose('tasks', {
    ...goodPlugin,
    'index.js': entry.replace("name: 'notes'", "name: 'tasks'"),
    'NotesPage.js': 'export default () => null',
  })
  await expect(app.build()).rejects.toThrow(/plugins "notes" and "tasks" both have a page at "\/notes"/)
})

test.each(['sdk', 'shell'])('a plugin named "%s" would take the place of texts of the product', async (name) => {
  app.compose(name, { ...goodPlugin, 'index.js': entry.replace("name: 'notes'", `name: '${name}'`) })
  await expect(app.build()).rejects.toThrow(new RegExp(`plugin "${name}": its name is that of texts of the product`))
})

test('a name that is not a plugin name never reaches the code', async () => {
  app.compose("x'; alert(1); '", goodPlugin)
  await expect(app.build()).rejects.toThrow(/which is no plugin/)
})

test('a plugin that the entry imports before sign-in stops the build', async () => {
  app.compose('notes', goodPlugin)
  const { writeFileSync } = await import('node:fs')
  writeFileSync(`${app.root}/src/main.ts`, "import { edition } from './edition.ts'\nconsole.log(edition)")
  await expect(app.build()).rejects.toThrow(/plugin "notes" would load before sign-in/)
})

test('the gallery of components is a page of development: nothing of it is in a build', async () => {
  app.compose('notes', goodPlugin)
  const output = await app.build()
  const modules = output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []))
  expect(modules).toContainEqual(expect.stringContaining('/plugin-sdk/src/lazy-page.ts'))
  expect(modules.filter((id) => /\/gallery\/|\.story\.tsx/.test(id))).toEqual([])
  expect(output.filter(({ fileName }) => /gallery|\.story|load-story/i.test(fileName))).toEqual([])
})
