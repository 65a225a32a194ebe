import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { heading, switcher } from './lab/shell.ts'
import { openStage, type Stage } from './lab/stage.ts'

const mostStops = 40

describe('a keyboard is enough', () => {
  let stage: Stage
  let page: Page

  before(async () => {
    stage = await openStage()
    await stage.visitor.post('/api/workspaces', { name: 'Harbour' })
    page = await stage.open()
  })

  after(() => stage[Symbol.asyncDispose]())

  async function openOverview(): Promise<void> {
    await page.goto('/admin')
    await page.getByText('Latest greeting').waitFor()
  }

  /** What has the focus, as a reader is told it. */
  const focused = () => page.locator(':focus')

  /** Goes on by Tab until a thing of this name has the focus; its focus must be seen. */
  async function tabTo(name: string): Promise<void> {
    for (let stop = 0; stop < mostStops; stop++) {
      await page.keyboard.press('Tab')
      const { text, outline } = await focused().evaluate((element) => ({
        text: element.getAttribute('aria-label') ?? element.textContent.trim(),
        outline: getComputedStyle(element).outlineStyle,
      }))
      if (text !== name) continue
      assert.notEqual(outline, 'none', `the focus on "${name}" is not seen`)
      return
    }
    assert.fail(`"${name}" was not reached within ${mostStops} stops`)
  }

  test('the first stop leads past the frame to the content', async () => {
    await openOverview()
    await page.keyboard.press('Tab')
    assert.equal(await focused().textContent(), 'Skip to the content')
    assert.equal(await focused().isVisible(), true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    assert.equal(await page.locator('main :focus').count(), 1)
  })

  test('the sidebar opens a page, whose title then has the focus', async () => {
    await openOverview()
    await tabTo('Features')
    await page.keyboard.press('Enter')
    await heading(page, 'Features').waitFor()
    assert.equal(await page.locator('h1:focus').textContent(), 'Features')
  })

  test('a feature is switched off and on', async () => {
    await tabTo('Hello')
    const toggle = page.getByRole('switch', { name: 'Hello' })
    const areas = page.getByRole('navigation', { name: 'Areas' })
    await page.keyboard.press('Space')
    await areas.waitFor({ state: 'detached' })
    assert.equal(await toggle.getAttribute('aria-checked'), 'false')
    await page.keyboard.press('Space')
    await areas.waitFor()
    assert.equal(await toggle.getAttribute('aria-checked'), 'true')
  })

  test('the switcher opens, moves by arrows, closes by Escape and gives the focus back', async () => {
    await openOverview()
    await tabTo(await switcher(page).evaluate((button) => button.textContent.trim()))
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    assert.match((await focused().textContent()) ?? '', /Acme/)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemradio', { name: 'Harbour' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await switcher(page).filter({ hasText: 'Harbour' }).waitFor()
  })
})
