/** The slug of a link: the path of its address without the slash at the front. */
import { linkLimits } from './limits.ts'

const characters = /^[\p{L}\p{M}\p{N}\-_./~]+$/u

/** Paths that browsers and robots ask every host for, and those under which certificates are proved. */
const reserved = new Set([
  'ads.txt',
  'apple-touch-icon.png',
  'apple-touch-icon-precomposed.png',
  'browserconfig.xml',
  'favicon.ico',
  'favicon.svg',
  'humans.txt',
  'manifest.json',
  'robots.txt',
  'security.txt',
  'site.webmanifest',
  'sitemap.xml',
])
const reservedStarts = [
  '.preview/',
  '.privacy/',
  '.report/',
  '.well-known/',
  'wp-admin/',
  'wp-content/',
  'wp-includes/',
]
const reservedExact =
  /^(?:apple-touch-icon-\d+x\d+(?:-precomposed)?\.png|wp-login\.php|\.preview|\.privacy|\.report|\.well-known|wp-admin)$/

/** Why a text is not a slug, in English; undefined for one that is. It is judged in its normal form (NFC). */
export function slugComplaint(text: string): string | undefined {
  const slug = text.normalize('NFC')
  if (slug === '' || slug.length > linkLimits.slug) return `Enter 1 to ${linkLimits.slug} characters.`
  if (!characters.test(slug)) return 'Use letters, digits, and - _ . / ~ only.'
  if (slug.startsWith('/') || slug.endsWith('/') || slug.includes('//')) {
    return "A slash can't be at the start or the end, or follow another one."
  }
  if (slug.split('/').some((segment) => segment === '.' || segment === '..')) {
    return 'A part between slashes can\'t be "." or "..".'
  }
  return isReserved(slug) ? 'Browsers and robots ask for this path. Choose another one.' : undefined
}

/** Whether a path never is a link, whatever its case. */
export function isReserved(slug: string): boolean {
  const path = slug.toLowerCase()
  return reserved.has(path) || reservedExact.test(path) || reservedStarts.some((start) => path.startsWith(start))
}

/** What two slugs of a host have in common when they are the same. */
export function slugKey(slug: string, isCaseSensitive: boolean): string {
  const normal = slug.normalize('NFC')
  return isCaseSensitive ? normal : normal.toLowerCase().normalize('NFC')
}
