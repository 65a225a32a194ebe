/** Live updates of an open page while its sources change. Times are printed: they are those of this machine. */
import assert from 'node:assert/strict'
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { Visitor } from '../spec/lab/visitor.ts'
import { launchBrowser } from './lab/browser.ts'
import { startDevelopment, type Development } from './lab/development.ts'
import { until } from '../../packages/host/testing/until.ts'

const owner = { name: 'Owner', email: 'owner@example.test', password: 'four quiet paper boats', workspace: 'Acme' }
const patience = 15_000
const pageFile = 'examples/hello/web/GreetingsPage.tsx'
const serverFile = 'examples/hello/plugin.ts'

/** Text in a file and its replacement. */
type Edit = readonly [from: string, to: string]

let development: Development
let browser: Browser
let page: Page

async function openGreetings(): Promise<Page> {
  const token = /\/setup\?token=([\w-]+)/.exec(development.output())?.[1]
  const { status } = await new Visitor(development.url).post('/api/auth/setup', { ...owner, token })
  assert.equal(status, 201)
  const context = await browser.newContext({ baseURL: development.url, viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(patience)
  const { email, password } = owner
  const headers = { origin: development.url }
  await context.request.post('/api/auth/login', { data: { email, password }, headers })
  const opened = await context.newPage()
  // The first page makes Vite bundle its dependencies, which may reload it: the wait after it is real.
  await opened.goto('/admin/hello', { timeout: 20_000 })
  await opened.getByRole('heading', { level: 1, name: 'Greetings' }).waitFor({ timeout: 20_000 })
  await sleep(1_000)
  return opened
}

const overlay = () => page.locator('vite-error-overlay')

/** The text of the overlay. */
const said = () => overlay().locator('.window').innerText()

/** Changes a file and waits until the change is visible. */
async function seen(t: TestContext, change: () => Promise<void>, sight: Locator): Promise<void> {
  const begin = performance.now()
  await change()
  await sight.first().waitFor()
  t.diagnostic(`${t.name}: ${Math.round(performance.now() - begin)} ms`)
}

const write = (file: string, from: string | RegExp, to: string) => () =>
  development.edit(file, (text) => {
    assert.ok(typeof from === 'string' ? text.includes(from) : from.test(text), `${file} has no ${String(from)}`)
    return text.replace(from, to)
  })

/** Breaks a file; the test restores it, or its end does, so that the next test starts with a valid file. */
async function broken(t: TestContext, file: string, change: Edit): Promise<() => Promise<void>> {
  const whole = await readFile(join(development.root, file), 'utf8')
  const mend = (): Promise<void> => development.edit(file, () => whole)
  t.after(mend)
  await seen(t, write(file, ...change), overlay())
  return mend
}

/** Marks the document, to detect a reload afterwards. */
const mark = () => page.evaluate(() => void (document.body.dataset['mark'] = 'kept'))
const isKept = () => page.evaluate(() => document.body.dataset['mark'] === 'kept')

describe('the sources are followed', { timeout: 240_000 }, () => {
  before(async () => {
    development = await startDevelopment()
    browser = await launchBrowser()
    page = await openGreetings()
  })

  after(async () => {
    await browser.close()
    await development[Symbol.asyncDispose]()
  })

  testPages()
  testFilesAndServers()
})

function testPages(): void {
  test('a page of a plugin, without losing typed text', async (t) => {
    await mark()
    await page.getByRole('textbox').first().fill('half a greeting')
    await seen(
      t,
      write(pageFile, "<Panel title={t('hello.latest')}", '<Panel title="Newest of all"'),
      page.getByText('Newest of all'),
    )
    assert.equal(await page.getByRole('textbox').first().inputValue(), 'half a greeting')
    assert.equal(await isKept(), true)
  })

  test('a dictionary of a plugin, without losing typed text', async (t) => {
    const file = 'examples/hello/web/i18n/en.json'
    await seen(
      t,
      write(file, 'Say hello to your workspace', 'Wave at your workspace'),
      page.getByText('Wave at your workspace'),
    )
    assert.equal(await isKept(), true)
  })

  test('a dictionary of the shell', async (t) => {
    const file = 'packages/shell/src/i18n/en.json'
    await seen(
      t,
      write(file, '"skip": "Skip to content"', '"skip": "Jump to the content"'),
      page.getByText('Jump to the content'),
    )
    assert.equal(await isKept(), true)
  })

  test('a component of the SDK', async (t) => {
    const file = 'packages/plugin-sdk/src/components/PageHeader.tsx'
    await seen(
      t,
      write(file, /return \(\s*<(\w+)/, 'return (\n    <$1 data-edited="sdk"'),
      page.locator('[data-edited=sdk]'),
    )
  })

  test('a component of the shell', async (t) => {
    const file = 'packages/shell/src/frame/SkipLink.tsx'
    await seen(t, write(file, '<a', '<a data-edited="shell"'), page.locator('[data-edited=shell]'))
  })

  test('the tokens', async (t) => {
    const begin = performance.now()
    await development.edit('packages/plugin-sdk/src/tokens.css', (text) => `${text}\n:root { --edited: 1; }\n`)
    await page.waitForFunction(() => getComputedStyle(document.documentElement).getPropertyValue('--edited') === '1')
    t.diagnostic(`${t.name}: ${Math.round(performance.now() - begin)} ms`)
  })

  test('a syntax error in a page stands in it with file, line and source, and is gone when it is fixed', async (t) => {
    const mend = await broken(t, pageFile, ['function GreetingForm() {', 'function GreetingForm( {'])
    const text = await said()
    assert.match(text, /GreetingsPage\.tsx:\d+/)
    assert.match(text, /\d+ [│|] +const \{ t \} = useTranslation\(\)/)
    await mend()
    await overlay().waitFor({ state: 'detached' })
    await page.getByText('Newest of all').waitFor()
  })

  test('a problem that the build would refuse is shown in the page as well, and stops nothing', async (t) => {
    const file = 'examples/hello/web/i18n/zh.json'
    const mend = await broken(t, file, ['"open":', '"opened":'])
    assert.match(await said(), /"open" is missing in zh[^]*zh\.json/)
    assert.match(development.output(), /"open" is missing in zh/)
    await mend()
    await overlay().waitFor({ state: 'detached' })
  })
}

function testFilesAndServers(): void {
  test('a new file, its new name, and its end', async (t) => {
    const part = join(development.root, 'examples/hello/web')
    await writeFile(join(part, 'Part.tsx'), 'export function Part() { return <p>A new part</p> }\n')
    const begin = "import { useState, type SubmitEvent } from 'react'"
    await write(pageFile, begin, `import { Part } from './Part.tsx'\n${begin}`)()
    await seen(t, write(pageFile, '<GreetingForm />', '<GreetingForm /><Part />'), page.getByText('A new part'))
    await rename(join(part, 'Part.tsx'), join(part, 'Piece.tsx'))
    await writeFile(join(part, 'Piece.tsx'), 'export function Part() { return <p>A renamed part</p> }\n')
    await seen(t, write(pageFile, './Part.tsx', './Piece.tsx'), page.getByText('A renamed part'))
    await write(pageFile, "import { Part } from './Piece.tsx'\n", '')()
    await rm(join(part, 'Piece.tsx'))
    await write(pageFile, '<Part />', '')()
    await page.getByText('A renamed part').waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await overlay().waitFor({ state: 'detached' })
  })

  test('a server half: the next answer is the new one, and no request meets the gap', async (t) => {
    const ping = async (): Promise<string> => {
      const answer = await fetch(`${development.url}/api/x/hello/ping`)
      assert.equal(answer.status, 200, await answer.clone().text())
      return answer.text()
    }
    for (const [from, to] of [
      ['from the plugin', 'from its author'],
      ['from its author', 'from here'],
    ] as const) {
      const begin = performance.now()
      await write(serverFile, from, to)()
      await until(async () => (await ping()).includes(to))
      t.diagnostic(`${t.name}: ${Math.round(performance.now() - begin)} ms`)
    }
  })

  test('the page asks again once the server has changed', async (t) => {
    await seen(
      t,
      write(serverFile, "'menu.hello': 'Greetings'", "'menu.hello': 'Salutes'"),
      page.getByRole('link', { name: 'Salutes' }),
    )
  })

  test('a syntax error in a server half stands in the page, and is gone when it is fixed', async (t) => {
    const mend = await broken(t, serverFile, ['plugin = definePlugin({', 'plugin = definePlugin(({'])
    // The check of types may speak first.
    await overlay().locator('.window').filter({ hasText: 'SyntaxError' }).waitFor()
    assert.match(await said(), /plugin\.ts:\d+/)
    const answer = await fetch(`${development.url}/api/x/hello/ping`)
    assert.equal(answer.status, 503)
    await mend()
    await overlay().waitFor({ state: 'detached' })
    assert.equal((await fetch(`${development.url}/api/x/hello/ping`)).status, 200)
  })

  test('a boot that the host refuses stands in the page with its sentence, also in one that is opened then', async (t) => {
    const mend = await broken(t, serverFile, ["api: '^1'", "api: '^9'"])
    await page.reload()
    await overlay().waitFor()
    assert.match(await said(), /hello/)
    await mend()
    await page.getByRole('heading', { level: 1, name: 'Greetings' }).waitFor()
    await overlay().waitFor({ state: 'detached' })
  })

  test('a plugin that is added to the edition', async (t) => {
    await writePlugin(development.root)
    const [server, web] = ['apps/server/src/edition.ts', 'apps/web/src/edition.ts']
    const begin = performance.now()
    await write(
      server,
      'import { plugin as account }',
      "import { plugin as extra } from '@host/extra/server'\nimport { plugin as account }",
    )()
    await write(server, 'plugin: account,', 'plugin: extra },\n  { plugin: account,')()
    await write(
      web,
      'import { plugin as audit }',
      "import { plugin as extra } from '@host/extra/web'\nimport { plugin as audit }",
    )()
    await write(web, 'plugins: [', 'plugins: [extra, ')()
    await page.getByRole('link', { name: 'Extra' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'An extra page' }).waitFor()
    t.diagnostic(`${t.name}: ${Math.round(performance.now() - begin)} ms`)
  })
}

/** An in-tree plugin with one page, installed as the workspace installs it. */
async function writePlugin(root: string): Promise<void> {
  const folder = join(root, 'plugins/extra')
  const files = {
    'package.json': JSON.stringify({
      name: '@host/extra',
      version: '0.1.0',
      type: 'module',
      exports: { './server': './server/index.ts', './web': './web/index.ts' },
    }),
    'server/index.ts': `import { definePlugin } from '@host/plugin'
export const plugin = definePlugin({
  name: 'extra',
  info: { title: 'Extra', description: 'Something more', icon: 'star', category: 'Start', api: '^1' },
  menus: [{ id: 'extra', label: 'Extra', path: '/extra', icon: 'star', category: 'hello', order: 1 }],
  i18n: { en: texts('Extra'), zh: texts('更多') },
  models: [],
  mount() {},
})
function texts(title) {
  return { 'menu.extra': title, 'info.title': title, 'info.category': title, 'info.description': title }
}
`,
    'web/index.ts': `import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'
export const plugin = defineUIPlugin({
  name: 'extra',
  routes: [{ path: '/extra', Component: lazyPage(() => import('./ExtraPage.tsx')) }],
})
`,
    'web/ExtraPage.tsx': `import { PageHeader } from '@host/plugin-sdk'
export default function ExtraPage() { return <PageHeader title="An extra page" /> }
`,
  }
  await Promise.all(
    ['server', 'web', 'node_modules/@host'].map((name) => mkdir(join(folder, name), { recursive: true })),
  )
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  for (const name of ['plugin', 'plugin-sdk']) {
    await symlink(join(root, 'packages', name), join(folder, 'node_modules/@host', name))
  }
  await symlink(join(root, 'plugins/audit/node_modules/react'), join(folder, 'node_modules/react'))
  for (const app of ['server', 'web']) await symlink(folder, join(root, 'apps', app, 'node_modules/@host/extra'))
}
