import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { CallSite } from './call-site.ts'

function register(): CallSite {
  return new CallSite(register)
}

test('a place is the line of the call, and a stack is written only when it is asked for', (t) => {
  const { prepareStackTrace, stackTraceLimit } = Error
  t.after(() => (Error.prepareStackTrace = prepareStackTrace))
  const prepare = mock.fn(
    (_error: Error, sites: NodeJS.CallSite[]) =>
      `Error\n    at ${sites[0]?.getFileName() ?? ''}:${sites[0]?.getLineNumber() ?? 0}:${sites[0]?.getColumnNumber() ?? 0}`,
  )
  Error.prepareStackTrace = prepare
  const places = [register(), register()]
  assert.equal(prepare.mock.callCount(), 0)
  assert.equal(Error.stackTraceLimit, stackTraceLimit)
  const [first, second] = places.map(String)
  assert.match(first ?? '', /packages\/host\/src\/plugins\/call-site\.test\.ts:\d+:\d+$/)
  assert.notEqual(first, second)
  assert.equal(String(places[0]), first)
  assert.equal(prepare.mock.callCount(), 2)
})
