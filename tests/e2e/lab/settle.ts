import type { Page, Request } from 'playwright-core'
import { setTimeout as sleep } from 'node:timers/promises'

/** So long without a request, a page shows all that it will show by itself. */
const quietMilliseconds = 400
const patience = 20_000
/** Never ends: it streams live changes. */
const stream = '/api/live'

/** Opens an address and waits until the page asks for nothing more and shows no skeleton. */
export async function openSettled(page: Page, path: string): Promise<void> {
  const open = new Set<Request>()
  let last = performance.now()
  const note = (request: Request, isOpen: boolean): void => {
    if (new URL(request.url()).pathname === stream) return
    last = performance.now()
    if (isOpen) open.add(request)
    else open.delete(request)
  }
  const begin = (request: Request): void => note(request, true)
  const end = (request: Request): void => note(request, false)
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  try {
    await page.goto(path, { waitUntil: 'load' })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const limit = performance.now() + patience
    while (open.size > 0 || performance.now() - last < quietMilliseconds) {
      if (performance.now() > limit) {
        throw new Error(`${path} still waits for ${[...open].map((one) => one.url()).join()}`)
      }
      await sleep(50)
    }
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  }
}
