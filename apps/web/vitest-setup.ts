import { afterAll, vi } from 'vitest'

/**
 * Runs for each test file. Files share one worker and one document, so that modules are loaded once. This removes what a
 * file leaves in the document, the storage, the address and the clock. A module that several files import must not register
 * hooks as it loads, because it loads once: it exports a function that registers them.
 */
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.resetConfig()
  if (typeof document === 'undefined') return
  document.body.replaceChildren()
  document.head.replaceChildren()
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
  document.title = ''
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
