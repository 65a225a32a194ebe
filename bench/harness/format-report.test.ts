import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareSpeed } from './compare.ts'
import { formatReport } from './format-report.ts'
import { readScale } from './scale.ts'

const machine = { cpu: 'A CPU', cores: 2, memory: '4 GB', node: 'v1', system: 'linux x64', commit: 'abc+' }
const row = compareSpeed({
  what: 'A request',
  measure: 'CPU per request',
  unit: 'µs',
  goal: { atLeast: 0.6 },
  subject: { name: 'host', values: [20, 20] },
  baseline: { name: 'bare', values: [10, 10] },
})

test('a report names the machine and shows the comparison before the figures', () => {
  const text = formatReport({ machine, scale: readScale({}), at: '2026-01-02T00:00:00.000Z', rows: [row], left: [] })
  assert.match(text, /A CPU, 2 cores, 4 GB, linux x64, Node v1, commit abc\+, 2026-01-02\./)
  const cells = text
    .split('\n')
    .find((line) => line.startsWith('| A request'))
    ?.split('|')
    .map((cell) => cell.trim())
  const expected = [
    'A request',
    'CPU per request',
    '0.50 ×',
    '0.50 to 0.50',
    '≥ 0.6 ×',
    'missed',
    '20.0 µs',
    '10.0 µs, bare',
  ]
  assert.deepEqual(cells, ['', ...expected, ''])
})

test('a report of a run that has not ended names the benchmarks that are left', () => {
  const report = { machine, scale: readScale({}), at: '2026-01-02T00:00:00.000Z', rows: [row] }
  assert.doesNotMatch(formatReport({ ...report, left: [] }), /Not measured/)
  assert.match(formatReport({ ...report, left: ['move', 'live'] }), /^Not measured in this run: move, live\.$/m)
})
