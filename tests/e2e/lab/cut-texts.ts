import type { Page } from 'playwright-core'

/**
 * Texts that can't be read in full: cut by their own box without an ellipsis, or by an outer box that can't be
 * scrolled. Truncation with an ellipsis is deliberate.
 */
export function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const slack = 2
    const hides = (value: string): boolean => value === 'hidden' || value === 'clip'
    const isForReadersOnly = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect()
      return width <= 1 || height <= 1 || element.closest('.sr-only, [aria-hidden=true], [inert]') !== null
    }
    const isTruncated = (style: CSSStyleDeclaration): boolean =>
      style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
    const hasOwnText = (element: Element): boolean =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
    const cutter = (element: HTMLElement, box: DOMRect): Element | undefined => {
      for (let above: HTMLElement | null = element; above !== null; above = above.parentElement) {
        const style = getComputedStyle(above)
        if (style.position === 'fixed') return undefined
        const outer = above.getBoundingClientRect()
        if (isTruncated(style)) return undefined
        if (hides(style.overflowX) && (box.right > outer.right + slack || box.left < outer.left - slack)) return above
        if (hides(style.overflowY) && (box.bottom > outer.bottom + slack || box.top < outer.top - slack)) return above
        if (style.overflowX !== 'visible' || style.overflowY !== 'visible') return undefined
      }
      return undefined
    }
    return [...document.body.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
      if (!hasOwnText(element) || !element.checkVisibility() || isForReadersOnly(element)) return []
      const range = document.createRange()
      range.selectNodeContents(element)
      const by = cutter(element, range.getBoundingClientRect())
      return by === undefined
        ? []
        : [
            `"${element.textContent.trim().slice(0, 60)}" is cut by <${by.tagName.toLowerCase()} class="${by.className}">`,
          ]
    })
  })
}
