import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../../config/config.ts'
import { stallLimit } from './stall-limit.ts'

const limitOf = (text: string, isWorker: boolean) =>
  stallLimit(readConfig({ HOST_EXIT_ON_STALL: text }).exitOnStall, isWorker)

test('a worker ends itself on a stall by default, a single process only when configured to', () => {
  assert.deepEqual([limitOf('', true), limitOf('', false)], [3_000, undefined])
  assert.deepEqual([limitOf('off', true), limitOf('off', false)], [undefined, undefined])
  assert.deepEqual([limitOf('2.5', true), limitOf('10', false)], [2_500, 10_000])
})

test('a limit that leaves no time to name the plugin is refused with valid values', () => {
  for (const wrong of ['on', '1.9', '0', '-3', '99999']) {
    assert.throws(
      () => limitOf(wrong, false),
      /HOST_EXIT_ON_STALL: ".+" is not a valid value; use "auto", "off", or a number of seconds from 2/,
    )
  }
})
