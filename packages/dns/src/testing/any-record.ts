import fc from 'fast-check'
import { decodeName } from '../names.ts'
import { decodeData, normalizeData } from '../record-data.ts'
import type { ZoneRecord } from '../zone-file/read-zone-file.ts'

/** Labels of any bytes, with those that zone files give a meaning more often. */
const anyLabel = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[a-z0-9_-]{1,12}$/).map((text) => Buffer.from(text)) },
  fc.constantFrom('$TTL', '@', '*', 'IN', '1h', 'a.b', 'x;y', '"', '(', '\\').map((text) => Buffer.from(text)),
  fc.uint8Array({ minLength: 1, maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
)

function nameOf(labels: readonly Uint8Array[], zone: string): string {
  const bytes = labels.flatMap((label) => [label.length, ...label])
  const below = decodeName(Uint8Array.from([...bytes, 0]))
  return below === '.' ? zone : below + zone
}

/** A name at or below a zone. */
export function anyName(zone: string): fc.Arbitrary<string> {
  return fc.array(anyLabel, { maxLength: 3 }).map((labels) => nameOf(labels, zone))
}

const anyText = fc.uint8Array({ maxLength: 20 }).map((bytes) => [bytes.length, ...bytes])

/** Type and data in normal form. */
function anyData(zone: string): fc.Arbitrary<Pick<ZoneRecord, 'type' | 'data'>> {
  const name = anyName(zone)
  return fc.oneof(
    fc.ipV4().map((data) => ({ type: 'A', data: normalizeData('A', data) })),
    fc.ipV6().map((data) => ({ type: 'AAAA', data: normalizeData('AAAA', data) })),
    name.map((data) => ({ type: 'NS', data })),
    fc.tuple(fc.nat(65_535), name).map(([preference, data]) => ({ type: 'MX', data: `${preference} ${data}` })),
    fc
      .array(anyText, { minLength: 1, maxLength: 3 })
      .map((strings) => ({ type: 'TXT', data: decodeData('TXT', Uint8Array.from(strings.flat())) })),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => ({ type: 'TYPE65400', data: decodeData('TYPE65400', bytes) })),
  )
}

const anyComment = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .map((text) => text.replace(/[\0-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]/g, ';').trim())

export function anyZoneRecord(zone: string): fc.Arbitrary<ZoneRecord> {
  return fc
    .record({ name: anyName(zone), ttl: fc.nat(2 ** 31 - 1), value: anyData(zone), comment: anyComment })
    .map(({ name, ttl, value, comment }) => ({ name, ttl, ...value, ...(comment !== '' && { comment }) }))
}
