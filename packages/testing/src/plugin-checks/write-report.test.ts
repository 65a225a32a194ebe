import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PluginReport } from './plugin-report.ts'
import { reportJson, reportText } from './write-report.ts'

const finding = (line: number) => ({ rule: 'routes/head', file: 'plugin.ts', line, message: 'It has no head.' })
const report = (findings: number): PluginReport => ({
  name: 'notes',
  folder: '/notes',
  checked: ['names/plugin', 'routes/head', 'routes/once'],
  leftOut: [{ rule: 'web/name', why: 'it has no web half' }],
  findings: Array.from({ length: findings }, (_, index) => finding(index + 1)),
})

test('a report counts by group, names place and advice, and lists the exceptions', () => {
  assert.equal(
    reportText(report(1)),
    `notes (/notes)
  names       1 check, 0 findings
  routes      2 checks, 1 finding
    routes/head  plugin.ts:1
      It has no head.
  left out    1, because it has no web half
3 checks, 1 finding
`,
  )
})

test('of many findings of one rule the first are listed, and all are counted', () => {
  const text = reportText(report(300))
  assert.equal(text.split('It has no head.').length - 1, 20)
  assert.match(text, /routes\/head {2}and 280 more\n/)
  assert.match(text, /3 checks, 300 findings\n$/)
  assert.equal((JSON.parse(reportJson(report(300))) as PluginReport).findings.length, 300)
})
