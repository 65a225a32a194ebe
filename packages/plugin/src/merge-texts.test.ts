import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeTexts } from './merge-texts.ts'

test('texts of several parts are one, and a later part replaces equal keys', () => {
  const [deals, own] = [{ en: { a: 'A', b: 'B' }, zh: { a: '甲', b: '乙' } }, { en: { b: 'Own' } }]
  assert.deepEqual(mergeTexts(deals, own), { en: { a: 'A', b: 'Own' }, zh: { a: '甲', b: '乙' } })
  assert.deepEqual(deals.en, { a: 'A', b: 'B' })
  assert.deepEqual(mergeTexts(), { en: {}, zh: {} })
})
