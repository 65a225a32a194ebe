import type { Page } from 'playwright-core'

/** Chooses a tool of a list, which stands behind one button. */
export async function chooseTool(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name }).click()
}
