import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callSite } from './call-site.ts'

function register(): () => string {
  return callSite(register)
}

test('a place is the line that called, with its file', () => {
  assert.match(register()(), /call-site\.test\.ts:10:\d+$/)
})

test('a place is written down for whoever asks for it, and not before: in an executable the first one is dear', () => {
  const { prepareStackTrace: before } = Error
  let written = 0
  Error.prepareStackTrace = () => String((written += 1))
  try {
    const places = Array.from({ length: 300 }, register)
    assert.equal(written, 0)
    places[0]?.()
    assert.equal(written, 1)
  } finally {
    Error.prepareStackTrace = before
  }
})
