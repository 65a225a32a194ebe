import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOfReport, isFaultReport, reportOf } from './fault-report.ts'

const report = { type: 'host:fault', plugin: 'hello', kind: 'job', stack: '' } as const

test('§A82 a fault names its plugin, its kind and the first line of the plugin', () => {
  const stack = [
    'RangeError: Too many',
    '    at run (file:///co/packages/host/src/jobs/run.ts:10:5)',
    '    at greet (file:///author/hello/plugin.ts:31:11)',
    '    at later (file:///author/hello/plugin.ts:40:1)',
  ].join('\n')
  assert.deepEqual(faultOfReport({ ...report, stack }, ['/author/hello']), {
    message: 'Fault in "hello" (job): RangeError: Too many',
    file: '/author/hello/plugin.ts',
    line: 31,
    column: 11,
  })
})

test('§A82 a fault without a stack is shown all the same', () => {
  assert.deepEqual(faultOfReport({ ...report, stack: 'thrown' }, []), { message: 'Fault in "hello" (job): thrown' })
})

test('messages of another kind are not reports', () => {
  assert.equal(isFaultReport(report), true)
  for (const other of [null, 'host:fault', { type: 'host:fault' }, { ...report, stack: 1 }, { ...report, type: 'x' }]) {
    assert.equal(isFaultReport(other), false)
  }
})

test('§A82 a stall is left to the terminal, so that it hides no fault in the page', () => {
  const error = Object.assign(new Error('It failed'), { stack: 'Error: It failed' })
  assert.deepEqual(reportOf({ plugin: 'hello', kind: 'job', error }), { ...report, stack: 'Error: It failed' })
  for (const kind of ['stall', 'stop', 'exit']) assert.equal(reportOf({ plugin: 'hello', kind, error }), undefined)
})
