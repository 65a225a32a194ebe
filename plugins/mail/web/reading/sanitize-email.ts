import type { Config, DOMPurify, WindowLike } from 'dompurify'
import { cleanDeclarations, safeSheet } from './safe-css.ts'
import { hiddenHost, linkTarget } from './link-target.ts'

/** The HTML of an email, fit for the frame. Nothing of it loads by itself. */
export interface SafeEmail {
  readonly body: HTMLElement
  readonly css: string
  /** Pictures without a source, by the address that each one has. */
  readonly remote: ReadonlyMap<string, readonly HTMLImageElement[]>
  /** The same for pictures of the email itself, by content ID. */
  readonly inline: ReadonlyMap<string, readonly HTMLImageElement[]>
  /** Whether it states colors, which suit a light page. */
  readonly hasColors: boolean
  /** Whether the end is left out. */
  readonly isCut: boolean
}

/** Characters and tags that are shown: what a browser lays out at once. */
const [longest, mostTags] = [250_000, 8_000]
/** Levels that are kept: layout of nested tables takes ever longer. */
const deepest = 60
const mostImages = 500

const wordsOf = (...lines: readonly string[]): string[] => lines.join(' ').split(' ')

const config = {
  USE_PROFILES: { html: true },
  WHOLE_DOCUMENT: true,
  RETURN_DOM: true,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel|cid|data):/i,
  FORBID_TAGS: wordsOf(
    'form input button select textarea option optgroup datalist fieldset label audio video source',
    'track picture map area dialog template slot marquee',
  ),
  FORBID_ATTR: wordsOf(
    'name target rel download ping srcset sizes background poster usemap loading tabindex accesskey',
    'contenteditable draggable popover popovertarget autofocus title crossorigin integrity',
    'fetchpriority referrerpolicy role is slot inert nonce',
  ),
} satisfies Config & { readonly RETURN_DOM: true }

/** The window of the frame. */
export type Realm = WindowLike & typeof globalThis

/**
 * Sanitizes in a document without a window, so that nothing of it can load or run meanwhile.
 * @param realm the window of the frame: its policy allows styles, which the page's does not
 * @param purifier made in that window
 */
export function sanitizeEmail(html: string, realm: Realm, purifier: DOMPurify): SafeEmail {
  const shown = shortened(html)
  const root = purifier.sanitize(shown, config) as HTMLElement
  const sheets = Array.from(root.querySelectorAll('style'), (sheet) => {
    sheet.remove()
    return safeSheet(sheet.textContent, new realm.CSSStyleSheet())
  })
  const body = bodyOf(root)
  for (const link of body.querySelectorAll<HTMLAnchorElement>('a')) cleanLink(link)
  const images = Array.from(body.querySelectorAll('img'), cleanImage)
  const css = sheets.join('\n')
  return {
    body,
    css,
    ...sourcesOf(images),
    hasColors: /color|background/i.test(css) || statesColors(body),
    isCut: shown.length < html.length,
  }
}

function shortened(html: string): string {
  let end = -1
  for (let tags = 0; tags < mostTags; tags += 1) {
    end = html.indexOf('<', end + 1)
    if (end === -1 || end >= longest) return html.slice(0, longest)
  }
  return html.slice(0, end)
}

/** The body as a part of the frame's own, with what it states of itself. */
function bodyOf(root: HTMLElement): HTMLElement {
  const stated = root.querySelector('body')
  const body = root.ownerDocument.createElement('div')
  if (stated === null) return body
  for (const name of ['style', 'bgcolor', 'dir', 'lang', 'class']) {
    const value = stated.getAttribute(name)
    if (value !== null) body.setAttribute(name, value)
  }
  body.append(...stated.childNodes)
  flatten(body)
  for (const element of [body, ...body.querySelectorAll<HTMLElement>('[style]')]) cleanStyle(element)
  const color = body.getAttribute('bgcolor')
  if (color !== null) body.style.backgroundColor = color
  return body
}

/** Leaves the text of what is nested too deeply. */
function flatten(body: HTMLElement): void {
  const levels = new Map<Element, number>([[body, 0]])
  for (const element of body.querySelectorAll('*')) {
    const parent = element.parentElement && levels.get(element.parentElement)
    if (typeof parent !== 'number') continue
    levels.set(element, parent + 1)
    if (parent + 1 === deepest) element.replaceChildren(element.textContent)
  }
}

function cleanStyle(element: HTMLElement): void {
  cleanDeclarations(element.style)
  // Written again, so that nothing but the parsed declarations is left.
  const { cssText } = element.style
  if (cssText === '') element.removeAttribute('style')
  else element.setAttribute('style', cssText)
}

function statesColors(body: HTMLElement): boolean {
  return (
    body.matches('[style*=color],[style*=background]') ||
    body.querySelector('[style*=color],[style*=background],[bgcolor],font[color]') !== null
  )
}

/** Opens in a new tab, and shows its target: as its title, and beside a text that shows another one. */
function cleanLink(link: HTMLAnchorElement): void {
  const target = linkTarget(link.getAttribute('href') ?? '')
  if (target === undefined) {
    link.removeAttribute('href')
    return
  }
  link.setAttribute('href', target.href)
  link.setAttribute('target', '_blank')
  link.setAttribute('rel', 'noopener noreferrer nofollow')
  link.setAttribute('title', target.href)
  const host = hiddenHost(link.textContent, target)
  if (host !== undefined) link.append(` [→ ${host}]`)
}

interface Source {
  readonly image: HTMLImageElement
  readonly kind: 'remote' | 'inline' | 'none'
  readonly key: string
}

const dataImage = /^data:image\/(?:png|jpeg|gif|webp);base64,/i

/** Takes the source from a picture, unless it is within the HTML. */
function cleanImage(image: HTMLImageElement): Source {
  const source = (image.getAttribute('src') ?? '').trim()
  if (dataImage.test(source)) return { image, kind: 'none', key: '' }
  image.removeAttribute('src')
  if (/^cid:/i.test(source)) return { image, kind: 'inline', key: contentId(source.slice(4)) }
  const url = URL.parse(source)
  const isRemote = url !== null && /^https?:$/.test(url.protocol)
  return { image, kind: isRemote ? 'remote' : 'none', key: isRemote ? url.href : '' }
}

function contentId(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function sourcesOf(sources: readonly Source[]): Pick<SafeEmail, 'remote' | 'inline'> {
  const byKey = (kind: Source['kind']): ReadonlyMap<string, readonly HTMLImageElement[]> => {
    const own = sources.filter((source) => source.kind === kind).slice(0, mostImages)
    return new Map([...Map.groupBy(own, ({ key }) => key)].map(([key, all]) => [key, all.map(({ image }) => image)]))
  }
  return { remote: byKey('remote'), inline: byKey('inline') }
}
