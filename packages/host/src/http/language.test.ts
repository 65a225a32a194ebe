import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferredLanguage } from './language.ts'

const cases: readonly (readonly [header: string | null, language: 'en' | 'zh'])[] = [
  [null, 'en'],
  ['', 'en'],
  ['fr', 'en'],
  ['*', 'en'],
  ['zh', 'zh'],
  ['ZH-Hant-TW', 'zh'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en;q=0.2, zh;q=0.3', 'zh'],
  ['zh;q=0, en;q=0', 'en'],
  ['__proto__', 'en'],
  ['constructor, zh;q=0.1', 'zh'],
  ['zh'.repeat(10_000), 'en'],
]

for (const [header, language] of cases) {
  test(`${JSON.stringify(header?.slice(0, 40) ?? null)} is answered in ${language}`, () => {
    assert.equal(preferredLanguage(header), language)
  })
}
