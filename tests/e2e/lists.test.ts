/** Lists that are longer than the window, whose rows are drawn as they come into sight. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openSettled } from './lab/settle.ts'
import { openStage, type Stage } from './lab/stage.ts'

const users = 1_000

describe('a long list', () => {
  let stage: Stage
  before(async () => void (stage = await openStage()))
  after(() => stage[Symbol.asyncDispose]())

  test('§P100 scrolls with the page below its head, and going back returns to the row', async () => {
    const page = await stage.open()
    await answerUsers(stage, page)
    await openSettled(page, '/instance/users')
    const row = page.locator('tr[data-row=usr_700]')
    assert.equal(await row.count(), 0)
    await page.evaluate(() => scrollTo(0, 700 * 48))
    await row.waitFor()
    const seen = await topOf(page, 'tr[data-row=usr_700]')
    const [head, bar] = [await topOf(page, 'thead th'), await topOf(page, 'header')]
    assert.ok(head >= bar && head < seen, `the head is at ${head}, and a row at ${seen}`)
    await page.getByRole('navigation').getByRole('link').first().click()
    await page.getByRole('table').waitFor({ state: 'detached' })
    await page.goBack()
    await row.waitFor()
    assert.equal(await topOf(page, 'tr[data-row=usr_700]'), seen)
  })
})

/** Answers the list with so many users, in one page. */
async function answerUsers({ visitor }: Stage, page: Page): Promise<void> {
  const { body } = await visitor.get<{ readonly items: readonly object[] }>('/api/instance/users')
  const items = Array.from({ length: users }, (_, index) => ({
    ...body.items[0],
    id: `usr_${index}`,
    name: `User ${index}`,
    email: `${index}@example.test`,
  }))
  await page.route(/\/api\/instance\/users(\?|$)/, (route) => route.fulfill({ json: { items, nextCursor: null } }))
}

async function topOf(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).first().boundingBox()
  return Math.round(box?.y ?? Number.NaN)
}
