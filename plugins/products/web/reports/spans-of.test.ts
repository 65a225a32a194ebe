import { expect, test } from 'vitest'
import { spansOf } from './spans-of.ts'

test('a report shows each of its days, weeks and months, across months, years and leap days', () => {
  const from = '2028-02-28'
  expect(spansOf({ from, to: '2028-03-01', unit: 'day' })).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  expect(spansOf({ from: '2027-12-30', to: '2028-01-10', unit: 'week' })).toEqual([
    '2027-12-27',
    '2028-01-03',
    '2028-01-10',
  ])
  expect(spansOf({ from: '2027-12-31', to: '2028-02-01', unit: 'month' })).toEqual([
    '2027-12-01',
    '2028-01-01',
    '2028-02-01',
  ])
  expect(spansOf({ from, to: from, unit: 'day' })).toEqual([from])
})
