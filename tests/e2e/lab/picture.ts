import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { checkout } from './composed.ts'

/** Saves a screenshot below `tests/output/pages/`. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(checkout, 'tests/output/pages', `${name}.png`), animations: 'disabled' })
}
