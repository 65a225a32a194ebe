import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, csvFile } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM', "'＠SUM"],
  ['  =1', "'  =1"],
  ['\u3000＝1', "'\u3000＝1"],
  ['\uFEFF=1', "'\uFEFF=1"],
  ['\u200b=1', "'\u200b=1"],
  ['|calc', "'|calc"],
  ['a=1', 'a=1'],
  ['Ada-Lovelace', 'Ada-Lovelace'],
  ['', ''],
])('the text %j is the cell %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

test('a text that begins with a tab or a line break is no formula', () => {
  expect(csvCell('\t=1')).toBe("'\t=1")
  expect(csvCell('\r=1')).toBe('"\'\r=1"')
})

test('numbers stay numbers, and nothing is an empty cell', () => {
  expect([csvCell(-1.5), csvCell(0), csvCell(true), csvCell(null), csvCell(undefined)]).toEqual([
    '-1.5',
    '0',
    'true',
    '',
    '',
  ])
})

test('RFC 4180: what is written is read back, cell by cell', () => {
  const cells = fc.string({ maxLength: 20, unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', '王') })
  fc.assert(
    fc.property(fc.array(fc.tuple(cells, cells), { minLength: 1, maxLength: 5 }), (lines) => {
      const expected = lines.map((line) => line.map((one) => (/^[\t\r\n]/.test(one) ? `'${one}` : one)))
      expect(readCsv(csvFile(lines))).toEqual(expected)
    }),
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
  expect(cell.lastIndex).toBe(0)
  return lines
}
