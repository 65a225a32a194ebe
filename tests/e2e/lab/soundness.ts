/** What must hold on every page, whatever it shows. */
import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import { cutTexts } from './cut-texts.ts'
import type { BrowserContext, Page } from 'playwright-core'

/** How far things may move by themselves while a page loads, in the unit of browsers. */
const mostShift = 0.02

declare global {
  interface Window {
    layoutShift?: number
  }
}

/** Has every page that a profile opens from now on add up what moves. */
export async function measureShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) window.layoutShift = (window.layoutShift ?? 0) + entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Nothing moved, nothing sticks out at the side or is cut off, and nobody is shut out. */
export async function assertSound(page: Page): Promise<void> {
  const { shift, excess } = await page.evaluate(() => ({
    shift: window.layoutShift ?? 0,
    excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }))
  assert.ok(shift <= mostShift, `things moved by ${shift.toFixed(3)}`)
  assert.equal(excess, 0, `it is ${excess} px wider than the window`)
  assert.deepEqual(await cutTexts(page), [])
  assert.deepEqual(await barriers(page), [])
}

/** What axe finds, a sentence each. Asked the old way, which needs no second page: no frame is of another origin. */
export async function barriers(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
}
