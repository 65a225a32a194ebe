/**
 * The key of a link in the memory index: where it is served, and its path.
 *
 *   own host       org_… go.example.com/autumn     shared host     /autumn
 *   case counts    org_… go.example.com=Autumn
 *   unknown slugs  org_… go.example.com?
 *
 * A visit asks for the folded path first and for the exact one next, so it needs no knowledge of the host. The index
 * holds Latin-1: a key there is the UTF-8 of the key in the database.
 *
 * Most paths are of small ASCII letters and digits. They are keys as they are, which is seen by one look at each
 * character.
 */
import { slugKey } from '../../shared.ts'

/** Characters of a key; links have fewer. */
export const longestKey = 1_024

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

/** The key of a host's page for unknown slugs. No slug has a question mark. */
export function hostKey(orgId: string, host: string): string {
  return `${placeOf({ orgId, host })}?`
}

/** What such a key is of; undefined for the key of a link. */
export function hostKeyParts(key: string): { readonly orgId: string; readonly host: string } | undefined {
  const space = key.indexOf(' ')
  if (space === -1 || !key.endsWith('?')) return undefined
  return { orgId: key.slice(0, space), host: key.slice(space + 1, -1) }
}

/** The path of a visit. */
export interface VisitPath {
  /** Decoded, without the slash at the front and one at the end. */
  readonly slug: string
  /** Whether it is its own key on every host. */
  readonly isPlain: boolean
}

/** The path that a request target means; undefined for one that no link has. */
export function visitPath(target: string): VisitPath | undefined {
  const query = target.indexOf('?')
  const end = query === -1 ? target.length : query
  const raw = target.slice(1, target.charCodeAt(end - 1) === slash ? end - 1 : end)
  if (raw === '' || raw.length > longestRaw) return undefined
  if (isPlain(raw)) return { slug: raw, isPlain: true }
  const slug = decoded(raw)
  return slug === undefined ? undefined : { slug, isPlain: false }
}

/** The key of a link at a path of a visit, in the index. @param own as in `KeyPlace` */
export function visitKey(own: KeyPlace['own'], path: VisitPath, isCaseSensitive: boolean): string {
  const mark = isCaseSensitive ? '=' : '/'
  if (path.isPlain) return placeOf(own) + mark + path.slug
  return toIndex(placeOf(own) + mark + slugKey(path.slug, isCaseSensitive))
}

/** A key of the database as the index has it, and back. */
export function toIndex(key: string): string {
  return isAscii(key) ? key : Buffer.from(key, 'utf8').toString('latin1')
}

export function fromIndex(key: string): string {
  return isAscii(key) ? key : Buffer.from(key, 'latin1').toString('utf8')
}

function decoded(raw: string): string | undefined {
  if (!raw.includes('%')) return isAscii(raw) ? raw : undefined
  try {
    return decodeURIComponent(raw)
  } catch {
    return undefined
  }
}

/** A slug of 190 characters of four bytes, each of them escaped. */
const longestRaw = 190 * 12
const slash = 47

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (plainCharacters[text.charCodeAt(at)] !== 1) return false
  return true
}

const plainCharacters = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyz0123456789-_./~') plainCharacters[character.charCodeAt(0)] = 1

function placeOf(own: KeyPlace['own']): string {
  return own === undefined ? '' : `${own.orgId} ${own.host}`
}

export function isAscii(text: string): boolean {
  return /^[\u0000-\u007f]*$/.test(text)
}
