import type { Language } from '@host/plugin'

const base = 'https://help.invalid'
/** A longer address than this leads nowhere: a page may name one of them often. */
export const longestLink = 2000

/** Where a link of a page leads; undefined where it is no web address, mail address or path. Help stays in its language. */
export function safeLink(href: string, language: Language): string | undefined {
  if (href.length > longestLink) return undefined
  if (href.startsWith('#')) return `#${encodeURIComponent(decodeLoosely(href.slice(1)).toWellFormed())}`
  if (!URL.canParse(href, `${base}/help/`)) return undefined
  const url = new URL(href, `${base}/help/`)
  const isWeb = ['https:', 'http:', 'mailto:'].includes(url.protocol)
  if (!isWeb || url.username !== '' || url.password !== '') return undefined
  if (url.origin !== base) return url.href
  if (url.pathname.startsWith('//')) return undefined
  if (url.pathname.startsWith('/help/')) url.searchParams.set('lang', language)
  return url.pathname + url.search + url.hash
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
