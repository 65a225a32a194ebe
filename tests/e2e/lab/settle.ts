import type { Page, Request } from 'playwright-core'
import { setTimeout as sleep } from 'node:timers/promises'
import { forgetShifts } from './soundness.ts'

/** So long without a request, a page shows all that it will show by itself. */
const quietMilliseconds = 400
const patience = 20_000
/** Never ends: it streams live changes. */
const stream = '/api/live'
/** Selectors of what may lie over a page. */
export const overlays = ['dialog', '[role=dialog]', '[role=alertdialog]', '[role=menu]', '[role=listbox]'] as const

/** Opens an address and waits until the page asks for nothing more and shows no skeleton. */
export async function openSettled(page: Page, path: string): Promise<void> {
  await settle(page, path, async () => void (await page.goto(path, { waitUntil: 'load' })))
}

/**
 * Opens a page of the shell that is open as its links do, without loading the document, which takes most of the time of
 * an opening. The same page is left first, so that nothing stays of how it was.
 */
export async function openInPlace(page: Page, path: string): Promise<void> {
  const { origin, pathname } = new URL(page.url())
  const [shell] = /^\/(?:admin|instance)\b/.exec(pathname) ?? []
  if (shell === undefined || !path.startsWith(shell)) return await openSettled(page, path)
  await closeOverlays(page)
  if (pathOfPage(pathname) === new URL(path, origin).pathname) {
    await go(page, `${shell}/nowhere`)
    await page.getByRole('heading', { level: 1, name: /^(Page not found|这里没有页面)$/ }).waitFor()
  }
  await forgetShifts(page)
  await settle(page, path, () => go(page, path))
}

/** The address of a page without its workspace. */
function pathOfPage(pathname: string): string {
  return pathname.replace(/^\/admin\/@[^/]*/, '/admin')
}

async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

async function closeOverlays(page: Page): Promise<void> {
  const open = page.locator(overlays.join()).filter({ visible: true })
  for (let count = await open.count(); count > 0; count -= 1) await page.keyboard.press('Escape')
  await open.first().waitFor({ state: 'detached' })
}

/** Waits after the opening of a page. */
async function settle(page: Page, path: string, openIt: () => Promise<void>): Promise<void> {
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
    await openIt()
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
