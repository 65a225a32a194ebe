import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './lab/browser.ts'
import { composedProduct } from './lab/composed.ts'
import { install, run, start, type Running } from './lab/executable.ts'
import { until } from '../../packages/host/testing/until.ts'
import { brightness, choose, createWorkspace, entriesOf, heading, switcher, switchWorkspace } from './lab/shell.ts'

/** How often a line stands alone in a log. */
const timesAlone = (log: string, line: string): number => log.split('\n').filter((one) => one === line).length

/** The response to a fetch by the page itself. */
async function fetchInside(page: Page, path: string): Promise<{ status: number; code: string | undefined }> {
  return await page.evaluate(async (wanted) => {
    const response = await fetch(wanted)
    const { code } = (await response.json()) as { code?: string }
    return { status: response.status, code }
  }, path)
}

describe('the executable alone in an empty folder, from the first start to after a crash', () => {
  const greetings = '/api/x/hello/greetings'
  let folder: string
  let path: string
  let running: Running
  let browser: Browser
  let page: Page

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'host-first-run-'))
    path = await install(await composedProduct(), folder)
    running = await start(path)
    browser = await launchBrowser()
    const context = await browser.newContext({ baseURL: running.url, locale: 'en-GB', colorScheme: 'light' })
    context.setDefaultTimeout(20_000)
    page = await context.newPage()
  })

  after(async () => {
    await browser.close()
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('the set-up link leads through the wizard to the overview', async () => {
    await page.goto(await running.setUpLink())
    await page.getByRole('textbox', { name: 'Name' }).fill('Owner')
    await page.getByRole('textbox', { name: 'Email' }).fill('owner@example.test')
    await page.getByRole('textbox', { name: 'Password' }).fill('four quiet paper boats')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('textbox', { name: 'Workspace name' }).fill('Acme')
    await page.getByRole('button', { name: 'Finish setup' }).click()
    await heading(page, /^(Good (morning|afternoon|evening)|Hello), Owner$/).waitFor()
    assert.equal(new URL(page.url()).pathname, '/admin/@acme')
  })

  test('the set-up link works once', async () => {
    const other = await browser.newContext()
    const visit = await other.newPage()
    await visit.goto(await running.setUpLink())
    await visit.getByRole('textbox', { name: 'Name' }).fill('Somebody')
    await visit.getByRole('textbox', { name: 'Email' }).fill('somebody@example.test')
    await visit.getByRole('textbox', { name: 'Password' }).fill('four quiet paper boats')
    await visit.getByRole('button', { name: 'Continue' }).click()
    await visit.getByRole('textbox', { name: 'Workspace name' }).fill('Theirs')
    await visit.getByRole('button', { name: 'Finish setup' }).click()
    await heading(visit, 'This instance is already set up').waitFor()
    await other.close()
  })

  test('both plugins are in the sidebar, each in its place, and hello is in the console', async () => {
    assert.ok((await entriesOf(page, 'Pages')).includes('Field notes'))
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Hello' }).click()
    await heading(page, 'Greetings').waitFor()
    assert.deepEqual(await entriesOf(page, 'Pages'), ['Greetings', 'Settings'])
    await page.goto('/instance')
    assert.ok((await entriesOf(page, 'Pages of the instance')).includes('Greetings'))
    await page.getByRole('link', { name: 'Greetings', exact: true }).click()
    await page.getByText('Greetings in all workspaces').waitFor()
  })

  test('records of both pages are there after a reload', async () => {
    await page.goto('/admin/hello')
    await page.getByRole('textbox', { name: 'Greeting' }).fill('Good morning, everybody')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('cell', { name: 'Good morning, everybody' }).waitFor()
    await page.goto('/admin/field-notes')
    await page.getByRole('textbox', { name: 'Title' }).fill('Moss on the north side')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('cell', { name: 'Moss on the north side' }).waitFor()
    await page.reload()
    await page.getByRole('cell', { name: 'Moss on the north side' }).waitFor()
  })

  test('a second workspace sees nothing of the first', async () => {
    await createWorkspace(page, 'Harbour')
    await page.goto('/admin/hello')
    await page.getByText('No greetings yet').waitFor()
    await page.goto('/admin/field-notes')
    await page.getByText('No items yet').waitFor()
    await switchWorkspace(page, 'Acme')
    await page.goto('/admin/hello')
    await page.getByRole('cell', { name: 'Good morning, everybody' }).waitFor()
    await switchWorkspace(page, 'Harbour')
  })

  test("everything is in Chinese, also the server's texts", async () => {
    await choose(page, '中文')
    await page.goto('/admin/hello')
    await heading(page, '问候').waitFor()
    assert.deepEqual(await entriesOf(page, '页面'), ['问候', '设置'])
    assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN')
  })

  test('dark is dark', async () => {
    assert.ok((await brightness(page)) > 0.8)
    await choose(page, '深色')
    await until(async () => (await brightness(page)) < 0.2)
  })

  test('a feature that is switched off is gone from this workspace: menu, page and route', async () => {
    await page.goto('/admin/features')
    await page.getByRole('switch', { name: '问候' }).click()
    await page.getByRole('navigation', { name: '区域' }).waitFor({ state: 'detached' })
    assert.deepEqual(await fetchInside(page, greetings), { status: 404, code: 'feature_disabled' })
    await page.goto('/admin/hello')
    await heading(page, '问候 已停用').waitFor()
  })

  test('the other workspace keeps it', async () => {
    await switchWorkspace(page, 'Acme')
    assert.equal((await fetchInside(page, greetings)).status, 200)
    await page.goto('/admin/hello')
    await page.getByRole('cell', { name: 'Good morning, everybody' }).waitFor()
  })

  test('a second host on the same data is refused with a sentence', async () => {
    const { code, output } = await run(path, ['serve'])
    assert.equal(code, 1)
    assert.match(output, /another host .*(data|database|file)/i)
    assert.doesNotMatch(output, /^\s+at /m)
  })

  test('after kill -9 and a restart everyone is still signed in and everything is still there', async () => {
    await running.kill()
    running = await start(path, { port: running.port })
    await page.reload()
    await page.getByRole('cell', { name: 'Good morning, everybody' }).waitFor()
    assert.doesNotMatch(running.output(), /setup\?token=/)
    assert.match((await switcher(page).textContent()) ?? '', /Acme/)
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
    await switchWorkspace(page, 'Harbour')
    assert.deepEqual(await fetchInside(page, greetings), { status: 404, code: 'feature_disabled' })
  })

  test('each start names each plugin once, alone on its line', () => {
    for (const name of ['hello', 'field-notes', 'account']) {
      assert.equal(timesAlone(running.output(), `[plugin] registered ${name}`), 1, name)
    }
  })

  test('nothing but the executable and its data is in the folder', async () => {
    assert.deepEqual((await readdir(folder)).toSorted(), ['data', 'host'])
  })

  test('SIGTERM ends it with exit code 0', async () => {
    assert.equal(await running.stop(), 0)
  })
})
