/** What a page does wrong without anybody seeing it. */
import type { Page } from 'playwright-core'

/** What was noticed since the page was opened. */
export interface Watch {
  /** Errors and warnings on the console, and what nobody caught. */
  readonly complaints: readonly string[]
  /** Addresses of other origins that were asked for. */
  readonly strangers: readonly string[]
  /** Forgets what was noticed. */
  clear(): void
}

/** Begins to watch a page that has not been anywhere yet. */
export function watch(page: Page): Watch {
  const [complaints, strangers]: [string[], string[]] = [[], []]
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    const isOwn = protocol === 'data:' || protocol === 'blob:' || origin === new URL(page.url()).origin
    if (!isOwn && page.url() !== 'about:blank') strangers.push(request.url())
  })
  return {
    complaints,
    strangers,
    clear() {
      complaints.length = 0
      strangers.length = 0
    },
  }
}
