/** Assertions for every page. */
import assert from 'node:assert/strict'
import { barriers, type Judged } from './barriers.ts'
import { cutTexts } from './cut-texts.ts'
import { nestedScrollers } from './nested-scrollers.ts'
import type { BrowserContext, Page } from 'playwright-core'

/** How far things may move by themselves while a page loads, in the unit of browsers. */
const mostShift = 0.02

declare global {
  interface Window {
    layoutShift?: number
    /** Elements that moved, recorded by the page. */
    shifted?: string[]
  }
}

/** Layout shift entries, which the platform's types omit. */
interface Shift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}

/** Makes every new page of a browser context add up its layout shifts. */
export async function measureShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.layoutShift = 0
    window.shifted = []
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue
        window.layoutShift = (window.layoutShift ?? 0) + value
        for (const { node, previousRect, currentRect } of sources) {
          const way = `${previousRect.x},${previousRect.y} to ${currentRect.x},${currentRect.y}`
          const text = node instanceof Element ? node.outerHTML : node?.textContent
          window.shifted?.push(`${way}: ${text?.slice(0, 160)}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Forgets what has moved so far: an answer of the server has moved the page on purpose. */
export async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.layoutShift = 0
    window.shifted = []
  })
}

/** Asserts that nothing moved, overflows or is cut off, that all icons are there, and that axe reports nothing. */
export async function assertSound(page: Page, judged: Judged = {}): Promise<void> {
  const { shift, shifted, excess, icons } = await page.evaluate(() => ({
    shift: window.layoutShift ?? 0,
    shifted: window.shifted ?? [],
    excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    icons: [...document.querySelectorAll('[data-unknown-icon]')].map((icon) => icon.getAttribute('data-unknown-icon')),
  }))
  assert.ok(shift <= mostShift, `things moved by ${shift.toFixed(3)}:\n${shifted.join('\n')}`)
  assert.equal(excess, 0, `it is ${excess} px wider than the window`)
  assert.deepEqual(icons, [], 'icons that are not compiled in')
  assert.deepEqual(await cutTexts(page), [])
  assert.deepEqual(await nestedScrollers(page), [])
  assert.deepEqual(await barriers(page, judged), [])
}

/** The narrowest window that pages fit: the width of WCAG 2.2, 1.4.10. */
const smallest = 320

/** Asserts that a page of a phone also fits the narrowest window: nothing sticks out, and it is the one scroller. */
export async function assertFitsSmallest(page: Page): Promise<void> {
  const size = page.viewportSize()
  assert.ok(size !== null)
  await page.setViewportSize({ ...size, width: smallest })
  try {
    // Lists fit their columns, and menus find their place, some frames after they learn of the new width.
    const excess = await page.evaluate(async () => {
      const excessNow = (): number => document.documentElement.scrollWidth - document.documentElement.clientWidth
      const limit = performance.now() + 2_000
      do {
        for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
      } while (excessNow() > 0 && performance.now() < limit)
      return excessNow()
    })
    assert.equal(excess, 0, `at ${smallest} px it is ${excess} px wider than the window`)
    assert.deepEqual(await nestedScrollers(page), [], `at ${smallest} px`)
  } finally {
    await page.setViewportSize(size)
  }
}
