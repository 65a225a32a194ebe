import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import fc from 'fast-check'
import { column, model } from '@host/plugin'
import { canonicalJson } from './canonical-json.ts'
import { copiedFields, copiedLines, copyLine } from './copy-text.ts'
import { nameRow, neutralTable } from './neutral-table.ts'
import { neutralRow, rowReader } from './read-values.ts'
import { TableDigest } from './row-digest.ts'
import { UnstorableValue } from './unstorable-value.ts'

const Note = model('notes_notes', {
  id: column.id('note'),
  text: column.text({ nullable: true }),
  count: column.integer({ nullable: true }),
  share: column.real({ nullable: true }),
  is_open: column.boolean({ nullable: true }),
  data: column.json({ nullable: true }),
  at: column.time({ nullable: true }),
  content: column.bytes({ nullable: true }),
})
const table = neutralTable(Note)
const bytes = new Uint8Array([0, 9, 92])

test('the same row is alike from SQLite, from COPY of PostgreSQL, and from the layer', () => {
  const [sqlite, postgres] = [rowReader(table, 'sqlite'), rowReader(table, 'postgres')]
  const json = '{"b": [1, null], "a": {"é": "x\\\\y"}}'
  const time = '2026-02-03T04:05:06.500Z'
  const expected = ['note_1', 'a\tb\\', 7, 0, true, '{"a":{"é":"x\\\\y"},"b":[1,null]}', time, bytes]
  assert.deepEqual(sqlite.read(['note_1', 'a\tb\\', 7n, -0, 1n, json, time, bytes]), expected)
  const copied = ['note_1', 'a\tb\\', '7', '-0', 't', json, '2026-02-03 04:05:06.5+00', '\\x00095c']
  assert.deepEqual(postgres.read(copied), expected)
  const data = JSON.parse(json) as unknown
  const row = { id: 'note_1', text: 'a\tb\\', count: 7, share: 0, is_open: true, data, at: time, content: bytes }
  assert.deepEqual(neutralRow(table, row), expected)
  assert.equal(nameRow(table, copied), 'id "note_1"')
})

test('a whole number beyond 2^53 stays exact', () => {
  const big = 9_223_372_036_854_775_807n
  const values = ['note_1', null, big, null, null, null, null, null]
  assert.deepEqual(rowReader(table, 'sqlite').read(values), values)
  assert.deepEqual(rowReader(table, 'postgres').read(['note_1', null, String(big)]), values)
})

const refused: readonly (readonly [column: string, value: unknown, reason: RegExp])[] = [
  ['text', 'a\0b', /NUL character/],
  ['text', 'a\ud800', /half a surrogate pair/],
  ['text', 3, /another type/],
  ['count', 1.5, /another type/],
  ['share', Number.POSITIVE_INFINITY, /finite/],
  ['is_open', 2n, /another type/],
  ['data', '{"a":"\\u0000"}', /NUL character/],
  ['data', '["\\ud800"]', /half a surrogate pair/],
  ['data', '{', /not JSON/],
  ['at', '2026-02-30T00:00:00.000', /not a time/],
  ['content', 'text', /another type/],
]

test('a value that one of the databases would refuse is named with its column and the reason', () => {
  const names = table.columns.map(({ name }) => name)
  for (const [name, value, reason] of refused) {
    const values = names.map((each) => (each === name ? value : each === 'id' ? 'note_1' : null))
    assert.throws(
      () => rowReader(table, 'sqlite').read(values),
      (error) => error instanceof UnstorableValue && error.column === name && reason.test(error.message),
      `${name} ${String(value)}`,
    )
  }
})

test('JSON is canonical whatever the order of its keys', () => {
  const shuffled = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true })
  fc.assert(
    fc.property(shuffled, (value) => {
      const reversed = Object.fromEntries(Object.entries(value).toReversed())
      assert.equal(canonicalJson(reversed), canonicalJson(value))
      assert.equal(canonicalJson([[reversed]]), `[[${canonicalJson(value)}]]`)
      assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('keys of canonical JSON are in the order of their code units, at every level', () => {
  const value: unknown = JSON.parse('{"9":{"b":1,"a":[{"d":null,"c":"\\u00e9"}]},"10":0,"__proto__":-0}')
  assert.equal(canonicalJson(value), '{"10":0,"9":{"a":[{"c":"é","d":null}],"b":1},"__proto__":0}')
  assert.equal(canonicalJson({ a: [{ b: 1, c: 2 }] }), '{"a":[{"b":1,"c":2}]}')
})

test('lines of COPY give back every row, however the stream is cut', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\\', '\t', '\n', '\r', 'N', '.', 'é', '😀', '\v') })
  const field = fc.option(text)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(field, field), { minLength: 1 }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, size) => {
        const written = Buffer.from(rows.map(copyLine).join(''))
        const chunks = Array.from({ length: Math.ceil(written.length / size) }, (_, at) =>
          written.subarray(at * size, (at + 1) * size),
        )
        const read = (await Array.fromAsync(copiedLines(Readable.from(chunks)))).flat().map(copiedFields)
        assert.deepEqual(read, rows)
      },
    ),
    { numRuns: 50 },
  )
})

function digestOf(rows: readonly (readonly (string | number | null)[])[]): string {
  const digest = new TableDigest()
  for (const row of rows) digest.add(row)
  return digest.text
}

test('the digest of a table is that of its rows in any order, each as often as it is there', () => {
  const rows = [
    ['a', 1],
    ['b', 2],
    ['b', 2],
    [null, 3],
  ] as const
  assert.equal(digestOf(rows), digestOf(rows.toReversed()))
  assert.notEqual(digestOf(rows), digestOf(rows.slice(1)))
  assert.notEqual(digestOf(rows), digestOf([...rows, ['b', 2]]))
  assert.notEqual(digestOf([['ab', 'c']]), digestOf([['a', 'bc']]))
  assert.notEqual(digestOf([['1']]), digestOf([[1]]))
  assert.equal(digestOf([]), '0'.repeat(64))
})
