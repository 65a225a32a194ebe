import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ParsePoolClosedError, ParseQueueFullError } from '@host/email'
import { Problem } from '@host/plugin'
import { failureReply } from './receive-message.ts'

test('a message that could not be received has the code of its cause, so that its sender tries again', () => {
  const full = Object.assign(new Error('SQLite failed: disk is full'), { code: 'storage_full' })
  const cases = [
    [new ParseQueueFullError(), '451 4.3.2'],
    [new ParsePoolClosedError(), '451 4.3.2'],
    [full, '452 4.3.1'],
    [new Problem('service_unavailable', { cause: full }), '452 4.3.1'],
    [new Problem('quota_exceeded'), '452 4.2.2'],
    [new Problem('tier_required'), '452 4.2.2'],
    [Object.assign(new Error('gone'), { code: 'unavailable' }), '451 4.3.0'],
    [new TypeError('a mistake'), '451 4.3.0'],
    ['no error', '451 4.3.0'],
  ] as const
  for (const [error, expected] of cases) {
    const { code, enhanced } = failureReply(error)
    assert.equal(`${code} ${enhanced}`, expected, String(error))
  }
})
