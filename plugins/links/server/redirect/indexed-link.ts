/**
 * A link as the memory index has it, in Latin-1:
 *
 *   plain: p <code> <query> <link, 26> <workspace, 26> <version> <space> <target>
 *   rich:  r <code> <query> <link, 26> <workspace, 26> <version> <space> <JSON of what a plain one lacks> <line break> <target>
 *
 * Both texts are their UTF-8, byte for byte: what a header carries, and no more than what is stored.
 */
import { isAscii } from './index-key.ts'
import type { MatchedRule } from '../rules/match-rules.ts'
import { queryModes, redirectCodes, type QueryMode, type RedirectCode, type ReferrerPolicy } from '../../shared.ts'

/** A link as a redirect needs it. */
export interface IndexedLink {
  readonly id: string
  readonly orgId: string
  readonly code: RedirectCode
  readonly query: QueryMode
  /** Of the targets that the link has had. */
  readonly version: number
  /** Latin-1: the UTF-8 of the target. */
  readonly url: string
  /** What hinders a redirect, or may; undefined for a link that always redirects. */
  readonly guard: LinkGuard | undefined
}

/** Conditions of a link. Times in milliseconds since 1970. */
export interface LinkGuard {
  /** Targets read from the index are in Latin-1, as `url`. */
  readonly rules?: readonly MatchedRule[]
  readonly isOff?: true
  readonly from?: number
  readonly until?: number
  /** As targets of rules. */
  readonly expiredUrl?: string
  /** Whether each visit takes one of a number of slots, which the database counts. */
  readonly isLimited?: true
  /** For previews of a limited link. */
  readonly title?: string
  /** Whether each visit is asked for a password. */
  readonly isProtected?: true
  /** The status of the page with a warning that takes the place of the redirect. */
  readonly quarantined?: 410 | 451
  /** Whether previews of the link are its own, which the database has. */
  readonly hasPreview?: true
  /** Another `Referrer-Policy` than the usual one. */
  readonly referrer?: ReferrerPolicy
}

const idLength = 26
const head = 3 + 2 * idLength
const linkPrefix = 'link_'
const orgPrefix = 'org_'

/** A link as a text. */
export function writeIndexed({ id, orgId, code, query, version, url, guard }: IndexedLink): string {
  const kind = guard === undefined ? 'p' : 'r'
  const numbers = `${redirectCodes.indexOf(code)}${queryModes.indexOf(query)}`
  const ids = id.slice(linkPrefix.length) + orgId.slice(orgPrefix.length)
  const start = `${kind}${numbers}${ids}${version.toString(36)} `
  return guard === undefined ? start + url : `${start}${bytesOfJson(guard)}\n${url}`
}

/** A value as the index holds it. */
export function bytesOfJson(value: object): string {
  return utf8Bytes(JSON.stringify(value))
}

/** A value that `bytesOfJson` wrote. */
export function jsonOfBytes(bytes: string): unknown {
  return JSON.parse(Buffer.from(bytes, 'latin1').toString('utf8'))
}

/** The workspace of a link, without reading the rest of it. */
export function workspaceOfIndexed(text: string): string {
  return orgPrefix + text.slice(3 + idLength, head)
}

/** Whether a link has conditions, which take long to read. */
export function isRich(text: string): boolean {
  return text.startsWith('r')
}

export function readIndexed(text: string): IndexedLink {
  const space = text.indexOf(' ', head)
  const end = isRich(text) ? text.indexOf('\n', space) : space
  return {
    id: linkPrefix + text.slice(3, 3 + idLength),
    orgId: workspaceOfIndexed(text),
    code: redirectCodes[Number(text[1])] ?? 302,
    query: queryModes[Number(text[2])] ?? 'ignore',
    version: Number.parseInt(text.slice(head, space), 36),
    url: text.slice(end + 1),
    guard: isRich(text) ? readGuard(text.slice(space, end)) : undefined,
  }
}

function readGuard(text: string): LinkGuard {
  const guard = jsonOfBytes(text) as LinkGuard
  const { rules, expiredUrl } = guard
  return {
    ...guard,
    ...(rules === undefined ? {} : { rules: rules.map((rule) => ({ ...rule, url: utf8Bytes(rule.url) })) }),
    ...(expiredUrl === undefined ? {} : { expiredUrl: utf8Bytes(expiredUrl) }),
  }
}

/** Whether a link is enabled and within its times. @param now milliseconds since 1970 */
export function isOpen({ guard }: IndexedLink, now: number): boolean {
  if (guard === undefined) return true
  const { isOff = false, quarantined, from = 0, until = Number.POSITIVE_INFINITY } = guard
  return !isOff && quarantined === undefined && from <= now && now < until
}

/** A text as the bytes of its UTF-8, each a character. */
export function utf8Bytes(text: string): string {
  return isAscii(text) ? text : Buffer.from(text, 'utf8').toString('latin1')
}
