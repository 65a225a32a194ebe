import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractDeprecations } from './contract-deprecations.ts'
import { contractVersion } from './version.ts'

test('a deprecated member names its version and its replacement', () => {
  assert.ok(Object.isFrozen(contractDeprecations))
  for (const { what, since, use } of contractDeprecations) {
    assert.match(since, /^\d+\.\d+\.0$/, JSON.stringify(what))
    assert.match(use, /^[a-z].*[^.]$/, 'it ends a sentence')
    if (what.of === 'export') continue
    assert.equal(since.split('.')[0], contractVersion.split('.')[0], 'the next major takes it away')
  }
})
