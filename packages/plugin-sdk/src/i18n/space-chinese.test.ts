import { expect, test } from 'vitest'
import { createFormat } from './useFormat.ts'
import { spaceChinese } from './space-chinese.ts'

test.each([
  ['3小时前', '3 小时前'],
  ['2026年11月20日', '2026 年 11 月 20 日'],
  ['Domains和邮箱', 'Domains 和邮箱'],
  ['上周', '上周'],
  ['3 小时前', '3 小时前'],
])('%s becomes %s', (given, spaced) => {
  expect(spaceChinese(given)).toBe(spaced)
})

test('times and lists in Chinese are spaced', () => {
  const format = createFormat('zh-CN')
  expect(format.relativeTime('2026-01-01T00:00:00Z', '2026-01-01T03:00:00Z')).toBe('3 小时前')
  expect(format.list(['Domains', 'Mail'])).toBe('Domains 和 Mail')
})
