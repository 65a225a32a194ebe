/**
 * Takes the pictures of the reference, when a component or its story has changed: `pnpm pictures:components`, or only some
 * with `pnpm pictures:components Button Modal`.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { launchBrowser } from './lab/browser.ts'
import { checkout } from './lab/composed.ts'
import { startGallery } from './lab/gallery.ts'
import { showStory, type Area } from './lab/show-story.ts'

const folder = join(checkout, 'docs/images/components')
const viewport = { width: 720, height: 520 } as const
/** Pictures of ages and calendars stay the same on every day. */
const takenAt = new Date('2026-03-16T10:00:00Z')
/** In percent, of WebP. Text stays sharp, and the pictures together stay below 1.5 MB. */
const quality = 70

await using gallery = await startGallery()
const browser = await launchBrowser()
try {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    locale: 'en-US',
    timezoneId: 'UTC',
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(takenAt)
  const session = await context.newCDPSession(page)
  await mkdir(folder, { recursive: true })
  const wanted = chosen(gallery.components, process.argv.slice(2))
  let bytes = 0
  for (const component of wanted) bytes += await take(page, session, component)
  await removeOthers(gallery.components)
  console.log(`Took ${wanted.length} pictures of ${Math.ceil(bytes / 1000)} kB together in ${folder}`)
} finally {
  await browser.close()
}

/** @throws Error for a name that has no story */
function chosen(components: readonly string[], names: readonly string[]): readonly string[] {
  const unknown = names.find((name) => !components.includes(name))
  if (unknown !== undefined) throw new Error(`${unknown} has no story: name a component of the gallery.`)
  return names.length === 0 ? components : names
}

/** @returns how many bytes the picture has */
async function take(page: Page, session: CDPSession, component: string): Promise<number> {
  const area = await showStory(page, gallery.url, component)
  const picture = await capture(session, area)
  await writeFile(join(folder, `${component}.webp`), picture)
  return picture.length
}

/** By the browser's own protocol: the library writes no WebP. */
async function capture(session: CDPSession, area: Area): Promise<Buffer> {
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    clip: { ...area, scale: 1 },
  })
  return Buffer.from(data, 'base64')
}

/** Removes pictures of components that have no story any more. */
async function removeOthers(components: readonly string[]): Promise<void> {
  const wanted = new Set(components.map((component) => `${component}.webp`))
  for (const name of await readdir(folder)) if (!wanted.has(name)) await rm(join(folder, name))
}
