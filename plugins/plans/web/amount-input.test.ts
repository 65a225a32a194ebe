import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAmount, writeAmount } from './amount-input.ts'

test('sizes are read in their units, and other texts are none', () => {
  const read = (text: string) => readAmount(text, 'bytes')
  expect(['0', '1 B', '1.1KB', '500 mb', '1,5 GB', ' 10 TB '].map(read)).toEqual([
    0, 1, 1_100, 500_000_000, 1_500_000_000, 10_000_000_000_000,
  ])
  for (const text of ['', '5', '-1 GB', '1.5 B', '1.2345 GB', '9999999999999999 TB', 'GB', '5 GiB', '1e3 GB']) {
    expect(read(text), text).toBe(undefined)
  }
})

test('every amount is written so that it is read again', () => {
  const amount = fc.oneof(
    fc.maxSafeNat(),
    fc.nat(10_000).map((each) => each * 1_000_000),
  )
  fc.assert(
    fc.property(amount, fc.constantFrom('count', 'bytes'), (each, unit) => {
      expect(readAmount(writeAmount(each, unit), unit)).toBe(each)
    }),
  )
})
