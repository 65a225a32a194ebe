/** How long a reader on a slow line waits until a page is of use. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** "Fast 3G" as Lighthouse names it: 562 ms to and fro, 1.6 Mbit/s down, 750 kbit/s up; and a processor at a quarter. */
const line = { latency: 562, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false }
const slowerBy = 4

declare global {
  interface Window {
    firstUse?: number
  }
}

/** Options of the measurement. */
export interface FirstPaintOptions {
  readonly browser: Browser
  readonly url: string
  /** A returning user: cookies and device storage, but an empty cache. */
  readonly profile: NonNullable<BrowserContextOptions['storageState']>
}

/** Milliseconds of an opening over the slow line. */
export interface Opening {
  /** From the arrival of the page until the frame is seen. */
  readonly frame: number
  /** From the request until the page's heading and the sidebar's entries are seen. */
  readonly use: number
}

/** Opens a page over the slow line. */
export async function measureOpening({ browser, url, profile }: FirstPaintOptions): Promise<Opening> {
  const context = await browser.newContext({ storageState: profile, viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await slowDown(page)
    await page.addInitScript(watchForUse)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(isMeasured, undefined, { timeout: 60_000 })
    return await page.evaluate(openingOf)
  } finally {
    await context.close()
  }
}

/** Runs in the page: the entry of a paint comes after the paint. */
function isMeasured(): boolean {
  return window.firstUse !== undefined && performance.getEntriesByName('first-contentful-paint').length > 0
}

/** Runs in the page. The logo of the frame is the first content that is painted. */
function openingOf(): Opening {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  if (navigation === undefined || paint === undefined) throw new Error('The browser has not measured the page.')
  return { frame: paint.startTime - navigation.responseEnd, use: window.firstUse ?? Number.NaN }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerBy })
}

/** Runs in the page: looks after every frame, and notes when the next one has been painted. */
function watchForUse(): void {
  const look = (): void => {
    const heading = document.querySelector('main h1')
    const entries = document.querySelectorAll('nav a[href^="/admin"]')
    if (heading?.textContent && entries.length > 2) {
      requestAnimationFrame(() => (window.firstUse = performance.now()))
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
