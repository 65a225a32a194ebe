/** User actions in the frame of the product, on any page. */
import type { Locator, Page } from 'playwright-core'

/** The entries of the sidebar or the rail, top to bottom. */
export async function entriesOf(page: Page, navigation: string): Promise<readonly string[]> {
  const links = page.getByRole('navigation', { name: navigation, exact: true }).getByRole('link')
  await links.first().waitFor()
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('aria-label') ?? link.textContent.trim()))
}

/** The switcher, which says the workspace's name. */
export function switcher(page: Page): Locator {
  return page.getByRole('button', { name: /^(Workspace: |工作区：)/ })
}

/** Makes a workspace, in which the page then is. */
export async function createWorkspace(page: Page, name: string): Promise<void> {
  await switcher(page).click()
  await page.getByRole('menuitem', { name: 'Create workspace' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(name)
  await dialog.locator('button[type=submit]').click()
  await switcher(page).filter({ hasText: name }).waitFor()
}

/** Opens another workspace from the menu, in this tab. */
export async function switchWorkspace(page: Page, name: string): Promise<void> {
  await switcher(page).click()
  await page.getByRole('menuitemradio', { name }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await switcher(page).filter({ hasText: name }).waitFor()
}

/** Chooses a language or a theme by its name. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^(Account: |账户：)/ }).click()
  await page.getByRole('menuitemradio', { name, exact: true }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

/** Opens a path, and waits until the page receives live changes. No other tab of its browser may be open. */
export async function openListening(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse('**/api/live')
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await stream
}

/** The title of the page. */
export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('heading', { level: 1, name })
}

/** How bright the page's ground is painted, from 0 to 1. */
export async function brightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const drawing = document.createElement('canvas').getContext('2d')
    if (drawing === null) throw new Error('This browser draws nothing.')
    drawing.fillStyle = getComputedStyle(document.body).backgroundColor
    drawing.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = drawing.getImageData(0, 0, 1, 1).data
    return (red + green + blue) / (3 * 255)
  })
}
