import type { Page } from 'playwright-core'
import type { Look } from './stage.ts'

/** Who looks: nobody is signed in, a guest belongs to no workspace, and a newcomer's own has nothing in it yet. */
export type Looker = 'nobody' | 'owner' | 'member' | 'guest' | 'newcomer'

/** One thing to look at. */
export interface Visit {
  readonly name: string
  readonly path: string
  /** The owner when left out. */
  readonly as?: Looker
  /** Only at this width. */
  readonly width?: Look['width']
  /** Whether it makes the browser report a refused request. */
  readonly complains?: boolean
  /** Whether it leaves a browser profile behind that nobody can go on with. */
  readonly isLast?: boolean
  /** What opens on a page, or a page as another one is already: one look in a run is enough. */
  readonly isOpened?: boolean
  /** Rules of axe that the primitives below the SDK break on purpose. */
  readonly exempt?: readonly string[]
  /** What is done on the page first. */
  act?(page: Page): Promise<void>
}

/** A dialog or drawer, and how it opens. */
export function opensDialog(name: string, path: string, open: (page: Page) => Promise<void>): Visit {
  return {
    name,
    path,
    isOpened: true,
    async act(page) {
      await open(page)
      await page.getByRole('dialog').waitFor()
    },
  }
}

/** A menu, and the button that opens it. */
export function opensMenu(name: string, path: string, button: RegExp): Visit {
  return {
    name,
    path,
    isOpened: true,
    async act(page) {
      await press(page, button)
      await page.getByRole('menu').waitFor()
    },
  }
}

/** The details of the first row: beside the table where there is room, over it where there is none. */
export function opensRow(name: string, path: string): Visit {
  return {
    name,
    path,
    isOpened: true,
    async act(page) {
      await page.getByRole('table').getByRole('link').first().click()
      await page.locator('aside[aria-label] dl, [role=dialog] dl').first().waitFor()
      // What the panel asks for by itself has arrived.
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    },
  }
}

export async function press(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click()
}
