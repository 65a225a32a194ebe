/** The title of a web page, without a parser: only its text is ever used. */
import { isDisplayName } from '@host/plugin/platform'
import { linkLimits } from '../../shared.ts'

/** Characters in which a title is looked for. */
const longestHead = 65_536

/** The title of a page as a name for people; undefined for one without. */
export function pageTitle(html: string): string | undefined {
  const head = html.slice(0, longestHead)
  // bounded: a text of at most 64 Ki characters, and a class that ends at the next tag.
  const [, raw = ''] = /<title(?:\s[^<>]{0,200})?>([^<]{1,4000})<\/title/i.exec(head) ?? []
  const text = decoded(raw).toWellFormed().normalize('NFC')
  const title = text.replaceAll(/\p{C}/gu, ' ').replaceAll(/\s+/gu, ' ').trim()
  const short =
    title.length > linkLimits.title
      ? `${title
          .slice(0, linkLimits.title - 1)
          .toWellFormed()
          .trimEnd()}…`
      : title
  return short !== '' && isDisplayName(short) ? short : undefined
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decoded(text: string): string {
  return text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, (whole: string, given: string) => {
    if (!given.startsWith('#')) return named[given.toLowerCase()] ?? whole
    const code = /^#x/i.test(given) ? Number.parseInt(given.slice(2), 16) : Number(given.slice(1))
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })
}
