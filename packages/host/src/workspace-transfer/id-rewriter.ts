/**
 * Rewrites ids wherever they are: an id is a prefix and 128 random bits, so a text that has one means that row, in
 * references, paths, keys and JSON alike. A new id keeps the time and the counter of the old one, and with them the order
 * of the rows; its random bits follow from the old id and a secret, so that no list of ids is in memory.
 */
import { createHmac, type KeyObject } from 'node:crypto'
import type { TransferredRow } from '@host/plugin'

// bounded: the second part has a fixed length.
const typeId = /(?<![0-9A-Za-z])([a-z]{1,20})_([0-7][0-9a-hjkmnp-tv-z]{25})(?![0-9A-Za-z])/g
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** Characters of an id that tell its time and counter. */
const orderedPart = 13

/** The new id for an id; the same id for one that stays. */
export type RewriteId = (id: string, prefix: string) => string

/** Rewrites with one after the other. */
export function inTurn(...all: readonly RewriteId[]): RewriteId {
  return (id, prefix) => all.reduce((present, rewrite) => rewrite(present, prefix), id)
}

/** A text with its ids rewritten. */
export function rewriteText(text: string, rewrite: RewriteId): string {
  return text.includes('_') ? text.replace(typeId, (id, prefix: string) => rewrite(id, prefix)) : text
}

/** The ids of a prefix in a text. */
export function idsIn(text: string, prefix: string): readonly string[] {
  return Array.from(text.matchAll(typeId)).flatMap(([id, found]) => (found === prefix ? [id] : []))
}

/** A row with its ids rewritten, in names inside of JSON too. Bytes stay. */
export function rewriteRow(row: TransferredRow, rewrite: RewriteId): TransferredRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, rewriteValue(value, rewrite)]))
}

function rewriteValue(value: unknown, rewrite: RewriteId): unknown {
  if (typeof value === 'string') return rewriteText(value, rewrite)
  if (Array.isArray(value)) return value.map((each) => rewriteValue(each, rewrite))
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [rewriteText(key, rewrite), rewriteValue(each, rewrite)]),
  )
}

/** Maps ids of some prefixes to new ones. @param secret of this map alone */
export function newIds(prefixes: ReadonlySet<string>, secret: KeyObject): RewriteId {
  return (id, prefix) => {
    if (!prefixes.has(prefix)) return id
    const kept = id.slice(0, prefix.length + 1 + orderedPart)
    return kept + letters(createHmac('sha256', secret).update(id).digest(), 26 - orderedPart)
  }
}

/** An id that follows from some bytes. It begins like none that a host makes, whose beginning is the time. */
export function idOf(prefix: string, digest: Uint8Array): string {
  return `${prefix}_7${letters(digest, 25)}`
}

/** Whether an id is one of `idOf`. */
export function isDerived(id: string, prefix: string): boolean {
  return id.startsWith(`${prefix}_7`)
}

function letters(digest: Uint8Array, count: number): string {
  return Array.from(digest.subarray(0, count), (byte) => alphabet[byte % 32]).join('')
}
