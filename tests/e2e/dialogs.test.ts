/** Properties shared by all dialogs: scrim, width, padding, and the order of the buttons. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { switcher } from './lab/shell.ts'
import { press } from './lab/visit.ts'
import { openStage, type Stage } from './lab/stage.ts'

const stale = { code: 'reauthentication_required', status: 403, title: '', nextStep: '', requestId: 'req' }

/** Measured layout of a dialog, in pixels from its own edges. */
interface Look {
  readonly width: number
  readonly title: number
  readonly content: number
  /** From the last button to the end. */
  readonly buttons: number
  readonly order: readonly string[]
}

describe('every dialog looks like the others', () => {
  let stage: Stage
  let page: Page

  before(async () => {
    stage = await openStage()
    page = await stage.open()
    await page.route('**/api/auth/totp', (route) =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', json: stale }),
    )
  })

  after(() => stage[Symbol.asyncDispose]())

  const proof = (): Locator => page.getByRole('dialog', { name: "Confirm it's you" })

  async function askForProof(): Promise<void> {
    await page.goto('/admin/settings/security')
    await press(page, /^Set up$/)
    await proof().locator('input[name=password]').waitFor()
  }

  async function lookOf(dialog: Locator): Promise<Look> {
    await dialog.locator('input:visible').first().waitFor()
    return dialog.evaluate((element) => {
      const edge = element.getBoundingClientRect()
      const startOf = (selector: string): number =>
        Math.round((element.querySelector(selector)?.getBoundingClientRect().left ?? 0) - edge.left)
      const buttons = [...element.querySelectorAll('button')].filter(({ textContent }) => textContent.trim() !== '')
      const last = buttons.at(-1)
      return {
        width: Math.round(edge.width),
        title: startOf('h2'),
        content: startOf('form'),
        buttons: Math.round(edge.right - (last?.getBoundingClientRect().right ?? 0)),
        order: buttons.slice(-2).map(({ type }) => type),
      }
    })
  }

  /** The scrim of the browser's own dialog. */
  const scrimOf = (dialog: Locator): Promise<string> =>
    dialog.evaluate((element) => getComputedStyle(element, '::backdrop').backgroundColor)

  async function scrimOfModals(): Promise<string> {
    const scrim = page.locator('.bg-scrim').first()
    return scrim.evaluate((element) => getComputedStyle(element).backgroundColor)
  }

  test('the question for a proof has the measures, the buttons and the scrim of the others', async () => {
    await page.goto('/admin')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await switcher(page).click()
    await page.getByRole('menuitem', { name: 'Create workspace' }).click()
    const dialog = page.getByRole('dialog')
    const usual = await lookOf(dialog)
    const scrim = await scrimOfModals()
    assert.match(scrim, /^oklch|^oklab|^rgba/)
    await askForProof()
    assert.deepEqual(await lookOf(proof()), usual)
    assert.equal(await scrimOf(proof()), scrim)
  })

  test('over another dialog it has a scrim of its own, and only it can be reached', async () => {
    await page.route('**/api/tokens', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, contentType: 'application/problem+json', json: stale })
        : route.continue(),
    )
    await page.goto('/admin/settings/tokens')
    await press(page, /^Create token$/)
    const below = page.getByRole('dialog', { name: 'Create token' })
    await below.locator('input[name=name]').fill('Nightly report')
    await below.locator('button[type=submit]').click()
    await proof().locator('input[name=password]').waitFor()
    assert.equal(await scrimOf(proof()), await scrimOfModals())
    const reached = await page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight - 40)?.tagName)
    assert.equal(reached, 'DIALOG')
    await page.keyboard.press('Escape')
    await proof().waitFor({ state: 'detached' })
    assert.equal(await below.locator('input[name=name]').inputValue(), 'Nightly report')
  })

  test('the palette has the same scrim', async () => {
    await page.goto('/admin')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog')
    await palette.waitFor()
    assert.notEqual(await scrimOf(palette), 'rgba(0, 0, 0, 0)')
  })
})
