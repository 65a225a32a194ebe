/**
 * Measures the frames of a browser while 3,000 emails are scrolled through: `pnpm bench:scrolling`. No frame may take
 * more than 50 ms. The answers are made here, so that only the page is measured.
 */
import type { Page, Route } from 'playwright-core'
import { openSettled } from './lab/settle.ts'
import { openStage } from './lab/stage.ts'

const emails = 3_000
const rowHeight = 80
/** Pixels of one turn of the wheel. */
const turn = 600
const longest = 50

await using stage = await openStage()
await stage.visitor.post('/api/sample-data')
const { body } = await stage.visitor.get<Found>('/api/emails?folder=inbox')
const [sample] = body.items
if (sample === undefined) throw new Error('The sample data has no email.')
const page = await stage.open()
await page.route(/\/api\/emails\?/, answer)
await openSettled(page, '/admin/mail')
const frames = await scrollThrough(page)
const sorted = frames.toSorted((one, other) => one - other)
const at = (share: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN)
console.log(`${frames.length} frames: median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`)
console.log(`${frames.filter((frame) => frame > longest).length} over ${longest} ms`)

interface Found {
  readonly items: readonly Readonly<Record<string, unknown>>[]
}

/** A page of the list, as long as it is asked for. */
async function answer(route: Route): Promise<void> {
  const query = new URL(route.request().url()).searchParams
  const from = Number(query.get('cursor') ?? 0)
  const to = Math.min(from + Number(query.get('limit') ?? 50), emails)
  const items = Array.from({ length: to - from }, (_, index) => ({
    ...sample,
    id: `email_${from + index}`,
    subject: `Email ${from + index}`,
  }))
  await route.fulfill({ json: { items, nextCursor: to < emails ? String(to) : null } })
}

/** @returns the milliseconds of each frame */
async function scrollThrough(shown: Page): Promise<readonly number[]> {
  await shown.locator('[data-email]').first().hover()
  await shown.evaluate(() => {
    const times: number[] = []
    const note = (time: number): void => {
      times.push(time)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
    Object.assign(window, { frameTimes: times })
  })
  const last = shown.locator(`[data-email=email_${emails - 1}]`)
  for (let turns = 0; (await last.count()) === 0; turns += 1) {
    if (turns > (3 * emails * rowHeight) / turn) throw new Error('The end of the list was not reached.')
    await shown.mouse.wheel(0, turn)
  }
  return await shown.evaluate(() => {
    const { frameTimes: times = [] } = window as { frameTimes?: readonly number[] }
    return times.slice(1).map((time, index) => time - (times[index] ?? time))
  })
}
