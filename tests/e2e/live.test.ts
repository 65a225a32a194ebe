import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { createWorkspace, openListening } from './lab/shell.ts'
import { openStage, type Stage } from './lab/stage.ts'

const path = '/admin/hello'

describe('changes by others are seen without a reload', () => {
  let stage: Stage
  let first: Page
  let context: BrowserContext

  before(async () => {
    stage = await openStage()
    first = await stage.open()
    context = first.context()
    await openListening(first, path)
  })

  after(() => stage[Symbol.asyncDispose]())

  async function openGreetings(page: Page): Promise<void> {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: 'Greetings' }).waitFor()
  }

  async function greet(page: Page, text: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Greeting' }).fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('cell', { name: text }).waitFor()
  }

  const sees = (page: Page, text: string): Promise<void> => page.getByRole('cell', { name: text }).waitFor()

  /** The streams that tabs have open, as the server counts a session's. */
  function countStreams(page: Page): { readonly open: () => number } {
    let open = 0
    const isStream = (url: string): boolean => new URL(url).pathname === '/api/live'
    page.on('request', (request) => (open += isStream(request.url()) ? 1 : 0))
    page.on('requestfailed', (request) => (open -= isStream(request.url()) ? 1 : 0))
    page.on('requestfinished', (request) => (open -= isStream(request.url()) ? 1 : 0))
    return { open: () => open }
  }

  test('another browser shows it, and another tab of the same browser does', async () => {
    const other = await stage.open()
    const second = await context.newPage()
    await Promise.all([openListening(other, path), openGreetings(second)])
    await greet(first, 'From the first tab')
    await Promise.all([sees(other, 'From the first tab'), sees(second, 'From the first tab')])
    await greet(other, 'From another browser')
    await Promise.all([sees(first, 'From another browser'), sees(second, 'From another browser')])
    await other.context().close()
    await second.close()
  })

  test('seven tabs share one stream, and all of them work', async () => {
    const tabs = [first]
    const counts = []
    for (let count = 1; count < 7; count += 1) {
      const tab = await context.newPage()
      counts.push(countStreams(tab))
      await openGreetings(tab)
      tabs.push(tab)
    }
    assert.equal(
      counts.reduce((sum, { open }) => sum + open(), 0),
      0,
      'only the first tab has a stream',
    )
    await greet(tabs[6]!, 'From the seventh tab')
    await Promise.all(tabs.map((tab) => sees(tab, 'From the seventh tab')))
    for (const tab of tabs.slice(2)) await tab.close()
    await tabs[1]?.close()
  })

  test('when the tab with the stream closes, another one takes over and has missed nothing', async () => {
    const second = await context.newPage()
    const { open } = countStreams(second)
    await openGreetings(second)
    assert.equal(open(), 0)
    await first.close()
    const other = await stage.open()
    await openGreetings(other)
    await greet(other, 'While nobody had the stream')
    await sees(second, 'While nobody had the stream')
    assert.equal(open(), 1)
    await greet(other, 'Over the new stream')
    await sees(second, 'Over the new stream')
    await other.context().close()
    first = second
  })

  test('typed text stays when its data change', async () => {
    const other = await stage.open()
    await openGreetings(other)
    await first.getByRole('textbox', { name: 'Greeting' }).fill('Half a sentence')
    await greet(other, 'Meanwhile')
    await sees(first, 'Meanwhile')
    assert.equal(await first.getByRole('textbox', { name: 'Greeting' }).inputValue(), 'Half a sentence')
    await other.context().close()
  })

  test('a tab that goes to another workspace leaves the others, and each hears of its own', async () => {
    const other = await stage.open()
    await openGreetings(other)
    const second = await context.newPage()
    await openGreetings(second)
    await createWorkspace(second, 'Harbour')
    await openGreetings(second)
    await greet(other, 'In the workspace before')
    await sees(first, 'In the workspace before')
    await greet(second, 'In the harbour')
    await sees(second, 'In the harbour')
    assert.equal(await second.getByRole('cell', { name: 'In the workspace before' }).count(), 0)
    assert.equal(await first.getByRole('cell', { name: 'In the harbour' }).count(), 0)
    await other.context().close()
  })
})
