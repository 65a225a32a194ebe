/**
 * `HR1.<payload>.<licenses>.<signature>`: Ed25519 over the text before the last dot. The licenses are 8 characters
 * each: the first 48 bits of the SHA-256 of their ID in base64url, sorted.
 */
import { createHash } from 'node:crypto'

const mark = 'HR1'
const each = 8

/** The facts of a list. */
export interface RevocationFacts {
  /** Seconds since 1970. */
  readonly at: number
  readonly workspace: string
}

/** The signed text of a list. */
export function revocationText(ids: readonly string[], { at, workspace }: RevocationFacts, key: string): string {
  const payload = Buffer.from(JSON.stringify({ at, count: ids.length, key, workspace })).toString('base64url')
  return `${mark}.${payload}.${ids.map(revokedMark).toSorted().join('')}`
}

/** Whether a list, whose signature was verified, has a license. */
export function isRevokedIn(list: string, id: string): boolean {
  const [head, , licenses = ''] = list.split('.')
  const wanted = revokedMark(id)
  for (let at = 0; at < licenses.length; at += each) {
    if (licenses.startsWith(wanted, at)) return head === mark
  }
  return false
}

function revokedMark(id: string): string {
  return createHash('sha256').update(id).digest().subarray(0, 6).toString('base64url')
}
