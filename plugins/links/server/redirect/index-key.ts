/**
 * The key of a link in the memory index: where it is served, and its path.
 *
 *   own host       org_… go.example.com/autumn     shared host     /autumn
 *   case counts    org_… go.example.com=Autumn
 *
 * A visit asks for the folded path first and for the exact one next, so it needs no knowledge of the host. The index
 * holds Latin-1: a key there is the UTF-8 of the key in the database.
 */
import { slugKey } from '../../shared.ts'

/** The place of a link. */
export interface KeyPlace {
  /** Undefined for the shared host. */
  readonly own: { readonly orgId: string; readonly host: string } | undefined
  readonly isCaseSensitive: boolean
}

/** The key of a link as the database has it. */
export function linkKey({ own, isCaseSensitive }: KeyPlace, slug: string): string {
  return placeOf(own) + (isCaseSensitive ? '=' : '/') + slugKey(slug, isCaseSensitive)
}

/** The keys that a visit may mean, in the order in which they are asked for; none for a path that no link has. */
export function visitKeys(own: KeyPlace['own'], target: string): readonly string[] {
  const slug = slugOf(target)
  if (slug === undefined) return []
  const place = placeOf(own)
  return [toIndex(`${place}/${slugKey(slug, false)}`), toIndex(`${place}=${slugKey(slug, true)}`)]
}

/** A key of the database as the index has it, and back. */
export function toIndex(key: string): string {
  return isAscii(key) ? key : Buffer.from(key, 'utf8').toString('latin1')
}

export function fromIndex(key: string): string {
  return isAscii(key) ? key : Buffer.from(key, 'latin1').toString('utf8')
}

/** The slug that a request target means: its path, decoded, without a slash at the end. */
function slugOf(target: string): string | undefined {
  const query = target.indexOf('?')
  const path = query === -1 ? target : target.slice(0, query)
  const raw = path.endsWith('/') ? path.slice(1, -1) : path.slice(1)
  if (raw === '' || raw.length > longestRaw) return undefined
  if (!raw.includes('%')) return isAscii(raw) ? raw : undefined
  try {
    return decodeURIComponent(raw)
  } catch {
    return undefined
  }
}

/** A slug of 190 characters of four bytes, each of them escaped. */
const longestRaw = 190 * 12

function placeOf(own: KeyPlace['own']): string {
  return own === undefined ? '' : `${own.orgId} ${own.host}`
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- ASCII begins with the control characters
  return /^[\u0000-\u007f]*$/.test(text)
}
