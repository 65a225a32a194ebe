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
