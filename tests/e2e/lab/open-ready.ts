import type { Page } from 'playwright-core'
import { measureShifts } from './soundness.ts'
import type { Look, Stage } from './stage.ts'

/** A page at an address, ready to be used, for as long as the block lasts. */
export async function openReady(stage: Stage, path: string, look: Look = {}): Promise<Page & AsyncDisposable> {
  const page = await stage.open(look)
  await measureShifts(page.context())
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
  return Object.assign(page, { [Symbol.asyncDispose]: () => page.context().close() })
}
