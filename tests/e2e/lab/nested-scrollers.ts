import type { Page } from 'playwright-core'

/**
 * Elements that may scroll by themselves although the page does. `data-scrolls` marks the ones that do so on purpose: a
 * `pane` beside or instead of the page that fills the height of the window, the content of a `dialog`, and a `popup`.
 * Text areas scroll like everywhere. The styles are read rather than the sizes, so a list of one row counts like one of
 * thousands. A list is never wider than its frame.
 */
export function nestedScrollers(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const marked = '[data-scrolls], dialog'
    const scrolls = (value: string): boolean => value === 'auto' || value === 'scroll'
    const nameOf = (element: Element): string =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`
    return [...document.body.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
      if (element.tagName === 'TEXTAREA' || !element.checkVisibility()) return []
      const { overflowX, overflowY } = getComputedStyle(element)
      const around = element.parentElement?.closest<HTMLElement>(marked)
      if (scrolls(overflowY)) {
        if (!element.matches(marked)) return [`${nameOf(element)} scrolls inside the page`]
        if (around && scrolls(getComputedStyle(around).overflowY)) {
          return [`${nameOf(element)} scrolls inside ${nameOf(around)}`]
        }
      }
      if (scrolls(overflowX) && element.querySelector('table') !== null && element.scrollWidth > element.clientWidth) {
        return [`${nameOf(element)} scrolls a table sideways`]
      }
      const frame = element.matches('table:not(.sr-only *)') ? element.parentElement : null
      if (frame !== null && element.offsetWidth > frame.clientWidth + 1) {
        return [`${nameOf(element)} is wider than its frame`]
      }
      return []
    })
  })
}
