import { decodeEntities } from './html-entities.ts'
import { after, endOfElement, endOfTag, nameAt } from './html-markup.ts'

/** An address in HTML, with its place. */
export interface HtmlLink {
  readonly start: number
  readonly end: number
  /** Without the quotes and references of HTML. */
  readonly url: string
}

const unread = new Set(['script', 'style', 'title', 'textarea', 'template', 'noscript', 'svg', 'math'])

/**
 * The addresses to which links lead: values of `href` of `a` and `area`, and texts of links that show the same address.
 * Images, style sheets and comments are not among them.
 */
export function linksOfHtml(html: string): readonly HtmlLink[] {
  const links: HtmlLink[] = []
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      at = after(html, '-->', at + 4)
      continue
    }
    const name = nameAt(html, at + 1)
    if (name === '') {
      at += 1
      continue
    }
    const end = endOfTag(html, at + 1)
    if (name === 'a' || name === 'area') addLink(links, html, { start: at, end })
    at = unread.has(name) && html[end - 2] !== '/' ? endOfElement(html, name, end) : end
  }
  return links
}

function addLink(links: HtmlLink[], html: string, tag: { readonly start: number; readonly end: number }): void {
  const target = targetOf(html.slice(tag.start, tag.end), tag.start)
  if (target === undefined) return
  links.push(target)
  const next = html.indexOf('<', tag.end)
  const shown = html.slice(tag.end, next === -1 ? undefined : next)
  const text = shown.trim()
  if (decodeEntities(text) !== target.url) return
  const start = tag.end + shown.indexOf(text)
  links.push({ start, end: start + text.length, url: target.url })
}

/** The first `href`, as in browsers. Values of other attributes are passed over, so that nothing in them counts. */
function targetOf(tag: string, offset: number): HtmlLink | undefined {
  // bounded: each attribute begins behind the one before.
  for (const found of tag.matchAll(
    /[\s/"'](?<name>[^\s"'>/=]{1,100})(?:\s{0,20}=\s{0,20}(?<value>"[^"]*"|'[^']*'|[^\s"'>]+))?/g,
  )) {
    const { name = '', value } = found.groups ?? {}
    if (name.toLowerCase() !== 'href') continue
    if (value === undefined) return undefined
    const quotes = /^["']/.test(value) ? 1 : 0
    const end = offset + found.index + found[0].length - quotes
    const start = end - value.length + 2 * quotes
    return { start, end, url: decodeEntities(value.slice(quotes, value.length - quotes)).trim() }
  }
  return undefined
}
