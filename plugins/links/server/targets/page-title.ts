/** The title and description of a web page, without a parser: only their text is ever used. */
import { isDisplayName } from '@host/plugin/platform'
import { linkLimits } from '../../shared.ts'

/** Characters in which a title is looked for. */
const longestHead = 65_536

/** Tags in which a description is looked for, and characters of each. */
const [mostTags, longestTag] = [100, 3_000]

/** The title of a page as a name for people; undefined for one without. */
export function pageTitle(html: string): string | undefined {
  return named(rawTitle(html.slice(0, longestHead)), linkLimits.title)
}

/** The title and description that a page states for previews, or else for search engines; empty where it has none. */
export function pagePreview(html: string): { readonly title: string; readonly description: string } {
  const head = html.slice(0, longestHead)
  const tags = metaTags(head)
  const first = (longest: number, ...texts: readonly (string | undefined)[]): string =>
    texts.map((text = '') => named(text, longest)).find((text) => text !== undefined) ?? ''
  return {
    title: first(linkLimits.previewTitle, tags.get('og:title'), rawTitle(head)),
    description: first(linkLimits.previewDescription, tags.get('og:description'), tags.get('description')),
  }
}

function rawTitle(head: string): string {
  // bounded: a text of at most 64 Ki characters, and a class that ends at the next tag.
  return /<title(?:\s[^<>]{0,200})?>([^<]{1,4000})<\/title/i.exec(head)?.[1] ?? ''
}

/** The contents of the first `meta` tags by their names, the first of each name. */
function metaTags(head: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { index } of head.matchAll(/<meta\s/gi).take(mostTags)) {
    const attributes = attributesOf(head.slice(index + '<meta'.length, index + longestTag))
    const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase()
    const content = attributes.get('content')
    if (content !== undefined && !found.has(name)) found.set(name, content)
  }
  return found
}

/** The attributes at the beginning of a text, up to the first character that is none of them. */
function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  // bounded: each match begins where the last one ended, and no part of it can take what the next one takes.
  for (const match of text.matchAll(/\s+([^\s=<>"'/]{1,50})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gy)) {
    const [, name = '', double, single, bare] = match
    found.set(name.toLowerCase(), double ?? single ?? bare ?? '')
  }
  return found
}

/** A text of a page as a name for people; undefined for one that is none. */
function named(raw: string, longest: number): string | undefined {
  const text = decoded(raw).toWellFormed().normalize('NFC')
  const name = text.replaceAll(/\p{C}/gu, ' ').replaceAll(/\s+/gu, ' ').trim()
  const start = name.slice(0, longest - 1).toWellFormed()
  const short = name.length > longest ? `${start.trimEnd()}…` : name
  return short !== '' && isDisplayName(short) ? short : undefined
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decoded(text: string): string {
  return text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, (whole: string, given: string) => {
    if (!given.startsWith('#')) return entities[given.toLowerCase()] ?? whole
    const code = /^#x/i.test(given) ? Number.parseInt(given.slice(2), 16) : Number(given.slice(1))
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })
}
