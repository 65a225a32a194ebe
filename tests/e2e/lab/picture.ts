import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { checkout } from './composed.ts'

/** Saves a screenshot below `tests/output/pages/`, in a soak or where looks are asked for. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env['HOST_SOAK'] !== '1' && process.env['HOST_TEST_LOOKS'] === undefined) return
  await page.screenshot({ path: join(checkout, 'tests/output/pages', `${name}.png`), animations: 'disabled' })
}
