import type { Language } from '@host/plugin'

const base = 'https://help.invalid'
/** A longer address than this leads nowhere: a page may name one of them often. */
export const longestLink = 2000

/**
 * The target of a link in a page; undefined unless it is a web address, an email address or a path. Links to help keep
 * the language.
 */
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
