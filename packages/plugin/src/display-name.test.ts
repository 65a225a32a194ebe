import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDisplayName } from './display-name.ts'

test('names in any script and with emoji are names', () => {
  for (const name of [
    'Ada',
    '王小明',
    'Zoë O’Neill',
    '👩\u200D🚀 Space',
    '❤️\u200D🔥',
    'नमस्ते',
    'A.B. 2',
    '👩🏽\u200D🔬',
  ]) {
    assert.ok(isDisplayName(name), name)
  }
})

test('control, format and separator characters and names that show nothing are refused', () => {
  const marks = [
    '\u202E',
    '\u200B',
    '\u200F',
    '\u2066',
    '\uFEFF',
    '\u00AD',
    '\u0007',
    '\r\n',
    '\u2028',
    '\u2029',
    '\u200D',
    '\u200C',
  ]
  for (const mark of marks) assert.ok(!isDisplayName(`Ada${mark}Lovelace`), JSON.stringify(mark))
  for (const blank of ['', '  ', '\u3164', '\u2800', '\u115F\u1160', '\u0301', '\u00A0']) {
    assert.ok(!isDisplayName(blank), JSON.stringify(blank))
  }
})
