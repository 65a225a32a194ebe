import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFailure } from '../command-failure.ts'
import { parseWorkerCount } from './worker-count.ts'

test('an invalid number of workers is refused with valid values', () => {
  assert.deepEqual(['1', '64'].map(parseWorkerCount), [1, 64])
  for (const wrong of ['0', '-1', '65', '2.5', 'many', '', '1e1', ' 2']) {
    assert.throws(
      () => parseWorkerCount(wrong),
      (error) =>
        error instanceof CommandFailure &&
        error.exitCode === 2 &&
        /^".*" is not a valid number of workers\. Use 1 to 64\.$/.test(error.message),
      wrong,
    )
  }
})
