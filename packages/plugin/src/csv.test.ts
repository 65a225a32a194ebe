import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvCell, csvLine, csvMark, csvText } from './csv.ts'

const signs = [...'=+-@|%＝＋－＠｜％﹢﹣﹦﹫﹪⁺₊⁼₌−']
const invisible = [
  ...'\u200b\u200c\u200d\u200e\u200f\u2060\u2064\u00ad\u034f\ufeff\u061c\u202a\u202e\u2066\u2069\ufe0f',
]
const blank = [...' \t\r\n\u00a0\u3000\u2003\u2028\u0085\u0000\u001f']
const runs = { numRuns: process.env['HOST_SOAK'] === '1' ? 100_000 : 1_000 }

test('a sign in any width, behind any white space and invisible characters, is never the beginning of a cell', () => {
  const lead = fc.string({ unit: fc.constantFrom(...invisible, ...blank), maxLength: 5 })
  fc.assert(
    fc.property(lead, fc.constantFrom(...signs), fc.string({ unit: 'binary' }), (before, first, rest) => {
      const text = before + first + rest
      assert.match(csvCell(text), /^"?'/, JSON.stringify(text))
    }),
    runs,
  )
})

test('no cell begins with a sign once all that is invisible is left out and widths are made one', () => {
  const unit = fc.oneof(
    fc.constantFrom(...signs, ...invisible, ...blank, '\u0338', '\u0301', '"', ','),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 8 }), (parts) => {
      const cell = csvCell(parts.join('')).replace(/^"/, '')
      for (const form of [cell, cell.normalize('NFKC')]) {
        assert.doesNotMatch(form.replaceAll(/[\s\p{C}\p{Z}\p{DI}]/gu, ''), /^[=+\-\u2212@|%]/, JSON.stringify(parts))
      }
    }),
    runs,
  )
})

test('a sign that a combining mark would hide in the normal form is seen as it was written', () => {
  assert.equal(csvCell('=\u0338 1+1'), "'=\u0338 1+1")
})

test('a harmless cell stays unchanged, and numbers stay numbers', () => {
  const cells = ['plain', 'a "b", c', '中文', 'Ada-Lovelace', 'a=1', -3.5, true, null, undefined, '']
  assert.deepEqual(cells.map(csvCell), [
    'plain',
    '"a ""b"", c"',
    '中文',
    'Ada-Lovelace',
    'a=1',
    '-3.5',
    'true',
    '',
    '',
    '',
  ])
})

test('a line ends as RFC 4180 says', () => {
  assert.equal(csvLine(['a', 1, null, 'b,c']), 'a,1,,"b,c"\r\n')
})

test('every text is read back as it was, formulas and texts that look protected included', () => {
  assert.deepEqual(
    ["'=1", "''=1", "'tis", '=1', "'"].map((text) => [csvCell(text), csvText(csvCell(text))]),
    [
      ["''=1", "'=1"],
      ["'''=1", "''=1"],
      ["'tis", "'tis"],
      ["'=1", '=1'],
      ["'", "'"],
    ],
  )
  const unit = fc.constantFrom("'", ...signs, ...invisible, ...blank, '"', ',', ';', 'a', '王')
  const text = fc.string({ unit, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), (lines) => {
      const read = readCsv(csvMark + lines.map(csvLine).join(''))
      assert.deepEqual(
        read.map((cells) => cells.map(csvText)),
        lines,
      )
    }),
    runs,
  )
})

test('RFC 4180: written cells are read back, one by one', () => {
  const cells = fc.string({ maxLength: 20, unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', '王') })
  fc.assert(
    fc.property(fc.array(fc.tuple(cells, cells), { minLength: 1, maxLength: 5 }), (lines) => {
      const expected = lines.map((line) => line.map((one) => (/^[\t\r\n]/.test(one) ? `'${one}` : one)))
      assert.deepEqual(readCsv(csvMark + lines.map(csvLine).join('')), expected)
    }),
    runs,
  )
})

/** Reads a file by the grammar of RFC 4180. */
function readCsv(file: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  cell.lastIndex = 1
  for (let found = cell.exec(file); found !== null; found = cell.exec(file)) {
    line.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === ',') continue
    lines.push(line)
    line = []
  }
  assert.equal(cell.lastIndex, 0)
  return lines
}
