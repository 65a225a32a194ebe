/** Shows the story of a component for a picture: its first examples, or its first one with what it opens. */
import type { Locator, Page } from 'playwright-core'

/** A part of the window, in CSS pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Components that are hidden until opened, and how to open them. */
const opened: Readonly<Record<string, 'click' | 'hover'>> = {
  Combobox: 'click',
  Confirm: 'click',
  ConfirmDelete: 'click',
  DatePicker: 'click',
  DateRangePicker: 'click',
  Drawer: 'click',
  Menu: 'click',
  Modal: 'click',
  Popover: 'click',
  Select: 'click',
  SidePanel: 'click',
  Toast: 'click',
  Tooltip: 'hover',
  ViewOptions: 'click',
}

/** What opens: the library marks its own; a note of `useToast` stands in the output of the page. */
const popup = ':is([data-open], [role=tooltip], output > *):visible'
/** The margin around the examples, where the window has room for it. */
const margin = 8
/** Long enough for fonts and for positions that depend on a measurement. */
const settleMilliseconds = 250

/** @returns the part of the window that is to be on the picture */
export async function showStory(page: Page, url: string, component: string): Promise<Area> {
  await page.goto(`${url}/gallery/${component}?theme=light&language=en&motion=reduced&view=bare`)
  const examples = page.locator('main section:has(> h2[lang=en])')
  await examples.first().waitFor()
  // The heading only repeats the one of the reference.
  await page.addStyleTag({ content: 'main > h1 { display: none } * { caret-color: transparent !important }' })
  const gesture = opened[component]
  if (gesture !== undefined) return await openFirst(page, examples, gesture)
  await settle(page)
  return await areaOf(page, await fitting(page, examples))
}

async function openFirst(page: Page, examples: Locator, gesture: 'click' | 'hover'): Promise<Area> {
  await page.addStyleTag({ content: 'main section:has(> h2[lang=en]) ~ section { display: none }' })
  await examples.first().locator(':is(button, [role=combobox]):visible').first()[gesture]()
  await page.locator(popup).first().waitFor()
  await settle(page)
  return await areaOf(page, [examples.first(), ...(await page.locator(popup).all())])
}

/** The first examples that the window shows completely, and the first one in any case. */
async function fitting(page: Page, examples: Locator): Promise<readonly Locator[]> {
  const [first, ...others] = await examples.all()
  const { height } = windowOf(page)
  const shown = first === undefined ? [] : [first]
  for (const example of others) {
    const box = await example.boundingBox()
    if (box === null || box.y + box.height > height) break
    shown.push(example)
  }
  return shown
}

/** The smallest part of the window that holds all of these, with a margin. */
async function areaOf(page: Page, parts: readonly Locator[]): Promise<Area> {
  const boxes = (await Promise.all(parts.map((part) => part.boundingBox()))).filter((box) => box !== null)
  const window = windowOf(page)
  const left = Math.max(0, Math.min(...boxes.map(({ x }) => x)) - margin)
  const top = Math.max(0, Math.min(...boxes.map(({ y }) => y)) - margin)
  const right = Math.min(window.width, Math.max(...boxes.map(({ x, width }) => x + width)) + margin)
  const bottom = Math.min(window.height, Math.max(...boxes.map(({ y, height }) => y + height)) + margin)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

function windowOf(page: Page): { readonly width: number; readonly height: number } {
  const size = page.viewportSize()
  if (size === null) throw new Error('The window of the pictures has no size.')
  return size
}

async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForTimeout(settleMilliseconds)
}
