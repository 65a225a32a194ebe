import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvLine, csvMark } from '../csv.ts'
import { parseCsv } from './parse-csv.ts'

test('an exported file is imported with the same texts, whatever they begin with', () => {
  const unit = fc.constantFrom("'", ...'=+-@|%＝−', ' ', '\t', '\u200b', '"', ',', ';', 'a', '王')
  const text = fc.string({ unit, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constant('x'), text, text), { minLength: 1, maxLength: 5 }), (lines) => {
      const rows = parseCsv(csvMark + csvLine(['a', 'b', 'c']) + lines.map(csvLine).join(''), 10)
      assert.ok(!('line' in rows))
      assert.deepEqual(
        rows.slice(1).map(({ cells }) => cells),
        lines.map((cells) => cells.map((cell) => cell.trim())),
      )
    }),
    { numRuns: 1_000 },
  )
})

test('empty lines are counted, and a million of them are left out at once', () => {
  const empty = '\n\r\n\r'.repeat(250_000)
  const rows = parseCsv(`a${empty}b\n\n"c\nd"\n,\ne`, 10)
  assert.deepEqual(rows, [
    { line: 1, cells: ['a'] },
    { line: 500_002, cells: ['b'] },
    { line: 500_004, cells: ['c\nd'] },
    { line: 500_007, cells: ['e'] },
  ])
  assert.deepEqual(parseCsv(empty, 10), [])
})
