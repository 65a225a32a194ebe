import type { Page } from 'playwright-core'
import { forgetShifts } from './soundness.ts'
import { sizeOf, type Look } from './stage.ts'

/** The part of a look that an open page takes on without a load. */
export type Style = Required<Pick<Look, 'theme' | 'width'>>
/** Two styles; a page is loaded in the first one. */
export type Pair = readonly [Style, Style]

/** The looks of each language. Together, each width has both themes and both languages. */
export const pairs: Readonly<Record<'en' | 'zh', Pair>> = {
  en: [
    { theme: 'light', width: 1440 },
    { theme: 'dark', width: 390 },
  ],
  zh: [
    { theme: 'light', width: 390 },
    { theme: 'dark', width: 1440 },
  ],
}

/** A page that is left in its second style is loaded in that one. */
export function turned([first, second]: Pair): Pair {
  return [second, first]
}

/** Looks at a page in the style that it is in, and then in another one, which it keeps. */
export async function inPair(
  page: Page,
  [first, second]: Pair,
  inspect: (style: Style) => Promise<void>,
): Promise<void> {
  await inspect(first)
  await restyle(page, second)
  await inspect(second)
}

async function restyle(page: Page, { theme, width }: Style): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.setViewportSize(sizeOf(width))
  // Lists fit their columns some frames after they learn of the new width, and colors pass over to those of the theme.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    const passing = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(passing.map((animation) => animation.finished))
  })
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  // Another width moves things on purpose.
  await forgetShifts(page)
}
