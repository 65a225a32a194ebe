import { expect, test } from 'vitest'
import { dayOf, isDay } from './day.ts'
import { dayProblem } from './day-problem.ts'
import { dayPattern, firstWeekday, localeOf, readDay, writeDay } from './local-day.ts'

test.each([
  ['en-US', '01/31/2026', 'MM/DD/YYYY'],
  ['en-GB', '31/01/2026', 'DD/MM/YYYY'],
  ['zh-CN', '2026/01/31', 'YYYY/MM/DD'],
])('%s writes and reads %s', (locale, written, pattern) => {
  expect(writeDay('2026-01-31', locale)).toBe(written)
  expect(readDay(written, locale)).toBe('2026-01-31')
  expect(dayPattern(locale)).toBe(pattern)
})

test.each([
  ['1/31/26', '2026-01-31'],
  ['2026-1-31', '2026-01-31'],
  ['1.31.2026', '2026-01-31'],
  ['2/30/2026', undefined],
  ['soon', undefined],
  ['1/2', undefined],
  ['1/2/3/4', undefined],
  ['', undefined],
])('%j typed in the United States is %s', (typed, day) => {
  expect(readDay(typed, 'en-US')).toBe(day)
})

test.each([
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['0026-01-01', false],
  ['', false],
])('%s is a day: %s', (text, isOne) => {
  expect(isDay(text)).toBe(isOne)
})

test('no number makes a day that there is not', () => {
  expect(dayOf(Number.NaN, 1, 1)).toBeUndefined()
  expect(dayOf(2026, 0, 1)).toBeUndefined()
})

test('the reader’s own kind of the language comes before ours', () => {
  expect(localeOf('en', ['zh-CN', 'en-GB', 'en-US'])).toBe('en-GB')
  expect(localeOf('zh', ['en-GB'])).toBe('zh-CN')
  expect([firstWeekday('en-US'), firstWeekday('en-GB'), firstWeekday('zh-CN')].slice(0, 2)).toEqual([0, 1])
})

test('both ends of the bounds may be chosen', () => {
  const bounds = { min: '2026-01-10', max: '2026-01-20' }
  expect(['2026-01-10', '2026-01-20', ''].map((day) => dayProblem(day, bounds))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(dayProblem('2026-01-09', bounds)?.en).toBe('Choose 2026-01-10 or later.')
  expect(dayProblem('2026-01-21', bounds)?.zh).toBe('请选择 2026-01-20 或之前的日期。')
  expect(dayProblem('soon', bounds)?.en).toContain('Enter a date')
})
