import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyZoneRecord } from '../testing/any-record.ts'
import { readZoneFile, type ZoneFileReading } from './read-zone-file.ts'
import { writeZoneFile } from './write-zone-file.ts'

const numRuns = process.env['HOST_SOAK'] === '1' ? 200_000 : 1_000
const zone = 'example.com.'
const limits = { origin: zone, defaultTtl: 300, maxBytes: 4_000_000, maxRecords: 100_000 }

/** Reads any text without an error; its problems are within the text, and its records can be written. */
function readAny(text: string): ZoneFileReading {
  const reading = readZoneFile(text, limits)
  const lines = text.split(/\r\n|\r|\n/)
  assert.ok(reading.problems.length <= 100)
  for (const { line, column, message } of reading.problems) {
    assert.ok(column >= 1 && column <= (lines[line - 1]?.length ?? 0) + 1, `${line}:${column} ${message}`)
    assert.ok(message.length > 0 && message.length < 400, message)
  }
  const known = reading.records.map(({ comment: _comment, ...record }) => record)
  const again = readZoneFile(writeZoneFile(zone, known), limits)
  assert.deepEqual([again.problems, again.records.length], [[], known.length])
  return reading
}

const fragmentTexts =
  '$TTL |$ORIGIN |$INCLUDE x|@| |\t|\n|\r|(|)|"|;|\\|\\0|\\255|.|=|IN |CH |1h |99999999999 |A |TXT |SOA |HTTPS |TYPE65535 |\\# |\0|é|\ud800'
const fragments = fc.constantFrom(...fragmentTexts.split('|'))

const anyEdit = fc.record({ at: fc.nat(), length: fc.nat(4), insert: fc.oneof(fragments, fc.string({ maxLength: 4 })) })

const anyZoneText = fc
  .tuple(fc.array(anyZoneRecord(zone), { maxLength: 6 }), fc.array(anyEdit, { minLength: 1, maxLength: 6 }))
  .map(([records, edits]) => {
    let text = writeZoneFile(zone, records)
    for (const { at, length, insert } of edits) {
      const start = at % (text.length + 1)
      text = text.slice(0, start) + insert + text.slice(start + length)
    }
    return text
  })

test('no mutated zone file throws, and what is read can be written and read again', () => {
  fc.assert(
    fc.property(anyZoneText, (text) => void readAny(text)),
    { numRuns },
  )
})

test('no text of fragments throws', () => {
  const anyText = fc.array(fragments, { maxLength: 40 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(anyText, (text) => void readAny(text)),
    { numRuns },
  )
})

test('a long run of one thing is read once', () => {
  const pieces = '(|)|"|\\|\\"|;|a|a.| |\n|\r\n|$|@ |1 |"" |\\#|=""|é|\0'.split('|')
  const starts = ['', 'a 1 TXT ', 'a 1 TXT "', 'a 1 TXT (', 'a 1 HTTPS 1 . alpn=', 'a 1 TYPE9 \\# 9 ', '$ORIGIN ']
  for (const piece of pieces) {
    for (const start of starts) readAny(start + piece.repeat(Math.floor(60_000 / piece.length)))
  }
})

test('10,000 records are written and read', () => {
  const records = Array.from({ length: 10_000 }, (_, index) => ({
    name: `host-${index}.example.com.`,
    ttl: 300,
    type: 'TXT',
    data: `"v=${index}; quoted" "second"`,
    comment: `number ${index}`,
  }))
  const { records: found, problems } = readZoneFile(writeZoneFile(zone, records), limits)
  assert.deepEqual([problems, found.length], [[], 10_000])
})
