/**
 * Writes zone files that read back as the same records and comments. Records come from users and providers, so nothing is
 * written as it came: a record that isn't in its normal form, or a comment that could end its line, is refused. Without
 * this, a comment with a line break would add records of its author's choice to every zone that is exported.
 */
import { DnsError } from '../dns-error.ts'
import { isSameName, isWithin, normalizeName } from '../names.ts'
import { normalizeData } from '../record-data.ts'
import { normalizeType } from '../type-codes.ts'
import { maxTtl, type ZoneRecord } from './read-zone-file.ts'
import { sortKey } from './sort-key.ts'

/** Longest owner for which the columns make room. */
const ownerColumn = 40

/** Sorted by name in canonical order (RFC 4034 §6.1), the zone's own SOA and NS first, then by type and data. */
export function writeZoneFile(origin: string, records: readonly ZoneRecord[]): string {
  const zone = normalizeName(origin)
  const rows = records.map((record) => toRow(record, zone)).toSorted(compareRows)
  const owners = Math.min(ownerColumn, widest(rows, 'owner'))
  const ttls = widest(rows, 'ttl')
  const types = widest(rows, 'type')
  const lines = rows.map(
    ({ owner, ttl, type, rest }) => `${owner.padEnd(owners)} ${ttl.padStart(ttls)} IN ${type.padEnd(types)} ${rest}\n`,
  )
  return `$ORIGIN ${zone}\n${lines.join('')}`
}

interface Row {
  readonly key: string
  readonly rank: number
  readonly owner: string
  readonly ttl: string
  readonly type: string
  /** The data, and the comment. */
  readonly rest: string
}

function toRow(record: ZoneRecord, zone: string): Row {
  const { name, ttl, type, data, comment = '' } = record
  if (normalizeName(name) !== name || !isWithin(name, zone)) refuse("The name isn't a normal name in the zone.", 'name')
  if (normalizeType(type) !== type) refuse("The type isn't in its normal form.", 'type')
  if (normalizeData(type, data) !== data) refuse("The data isn't in its normal form.", 'data')
  if (!Number.isInteger(ttl) || ttl < 0 || ttl > maxTtl) refuse("The TTL isn't a number of seconds.", 'ttl')
  const suffix = comment === '' ? '' : ` ; ${checkComment(comment)}`
  const rank = isSameName(name, zone) ? (apexRanks[type] ?? 2) : 2
  return { key: sortKey(name), rank, owner: relativeName(name, zone), ttl: `${ttl}`, type, rest: data + suffix }
}

const apexRanks: Readonly<Record<string, number>> = { SOA: 0, NS: 1 }

/** Nothing that any reader takes as the end of a line, and no half of a character, which files can't hold. */
const unsafe = /[\0-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]/

function checkComment(comment: string): string {
  if (unsafe.test(comment)) refuse("A comment can't have line breaks or control characters.", 'comment')
  if (!comment.isWellFormed()) refuse("The comment isn't valid Unicode.", 'comment')
  if (comment.trim() !== comment) refuse("A comment can't begin or end with spaces.", 'comment')
  return comment
}

function refuse(message: string, field: string): never {
  throw new DnsError('invalid_data', message, field)
}

function relativeName(name: string, zone: string): string {
  if (isSameName(name, zone)) return name === zone ? '@' : name
  if (zone === '.' || !name.endsWith(zone)) return name
  return name.slice(0, -zone.length - 1)
}

function widest(rows: readonly Row[], column: 'owner' | 'ttl' | 'type'): number {
  return rows.reduce((width, row) => Math.max(width, row[column].length), 0)
}

function compareRows(one: Row, other: Row): number {
  return (
    one.rank - other.rank ||
    compare(one.key, other.key) ||
    compare(one.type, other.type) ||
    compare(one.rest, other.rest)
  )
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
