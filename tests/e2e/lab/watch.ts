/** Invisible faults of a page. */
import type { ConsoleMessage, Page, Request } from 'playwright-core'

/** Faults recorded since the watch began. */
export interface Watch extends Disposable {
  /** Console errors and warnings, and uncaught errors. */
  readonly complaints: readonly string[]
  /** Addresses of other origins that were asked for. */
  readonly anonymousClients: readonly string[]
}

/** Watches a page until the watch is let go. */
export function watch(page: Page): Watch {
  const [complaints, anonymousClients]: [string[], string[]] = [[], []]
  const onConsole = (message: ConsoleMessage): void => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} ${message.location().url}`)
  }
  const onError = (error: Error): void => void complaints.push(error.message)
  const onRequest = (request: Request): void => {
    const { origin, protocol, href } = new URL(request.url())
    const own = new URL(request.isNavigationRequest() ? href : page.url()).origin
    if (protocol.startsWith('http') && origin !== own) anonymousClients.push(href)
  }
  page.on('console', onConsole).on('pageerror', onError).on('request', onRequest)
  return {
    complaints,
    anonymousClients,
    [Symbol.dispose]: () => void page.off('console', onConsole).off('pageerror', onError).off('request', onRequest),
  }
}
