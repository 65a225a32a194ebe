import type { Page } from 'playwright-core'
import { overlays } from './settle.ts'
import type { Look } from './stage.ts'

/** The viewer: anonymous, the owner, a member, a guest without a workspace, or a newcomer with an empty one. */
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
  /** Whether later visits can't continue with its browser profile. */
  readonly isLast?: boolean
  /**
   * Dialogs and menus on a page, or a page in the same state as another: viewed once per run, and opened without a load
   * where that is possible.
   */
  readonly isOpened?: boolean
  /** Whether it leaves changes that are not saved, which hold the reader on the page. */
  readonly isUnsaved?: boolean
  /** Rules of axe that the primitives below the SDK break on purpose. */
  readonly exempt?: readonly string[]
  /** Selectors of what lies over a page that has a visit of its own. */
  readonly changed?: readonly string[]
  /** Whether its actions wait for the server, whose answer moves the page on purpose, at any time after the click. */
  readonly awaitsAnswer?: boolean
  /** Whether it needs a recent proof: it signs in again, since a run of several looks may take longer than a proof lasts. */
  readonly needsProof?: boolean
  /** Actions on the page before it is checked. */
  act?(page: Page): Promise<void>
}

/** A dialog or drawer, and how it opens. */
export function opensDialog(name: string, path: string, open: (page: Page) => Promise<void>): Visit {
  return {
    name,
    path,
    isOpened: true,
    changed: overlays,
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
    changed: overlays,
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
      // Waits for the panel's own requests.
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    },
  }
}

export async function press(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click()
}
