import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractDeprecations } from './contract-deprecations.ts'
import { contractVersion } from './version.ts'

test('what is deprecated says since which version that was, and what to write instead', () => {
  assert.ok(Object.isFrozen(contractDeprecations))
  for (const { what, since, use } of contractDeprecations) {
    assert.match(since, /^\d+\.\d+\.0$/, JSON.stringify(what))
    assert.match(use, /^[a-z].*[^.]$/, 'it ends a sentence')
    if (what.of === 'export') continue
    assert.equal(since.split('.')[0], contractVersion.split('.')[0], 'the next major takes it away')
  }
})
