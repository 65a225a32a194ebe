import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { currencyDigits, decimalAmount, readDecimal } from '../../shared.ts'
import { distribute, fromBillions, inBillions, orderAmounts, sumOf, type DiscountRule } from './amounts.ts'

const numRuns = process.env['HOST_SOAK'] === '1' ? 100_000 : 1_000

/** One currency for each number of digits. */
const codes = ['JPY', 'EUR', 'KWD', 'CLF']

const rules: fc.Arbitrary<DiscountRule> = fc.oneof(
  fc.record({ basisPoints: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ amount: fc.bigInt({ min: 0n, max: 100_000n }) }),
)

const order = fc.record({
  code: fc.constantFrom(...codes),
  rules: fc.array(rules, { maxLength: 3 }),
  lines: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 1_000 }),
      unitAmount: fc.oneof(fc.bigInt({ min: 0n, max: 9_999n }), fc.bigInt({ min: 0n, max: 10n ** 14n })),
      place: fc.integer({ min: 0, max: 3 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  tax: fc.bigInt({ min: 0n, max: 1_000_000n }),
  isIncluded: fc.boolean(),
})

test('the roundings of lines add up to the totals of their order, in currencies with 0, 2, 3 and 4 digits', () => {
  assert.deepEqual(codes.map(currencyDigits), [0, 2, 3, 4])
  fc.assert(
    fc.property(order, ({ code, lines, tax, isIncluded, ...given }) => {
      const priced = lines.map(({ place, ...line }) => ({ ...line, rule: given.rules[place] }))
      const amounts = orderAmounts(priced, { amount: tax, isIncluded })
      assert.equal(sumOf(amounts.lines.map(({ discount }) => discount)), amounts.discount)
      assert.equal(sumOf(amounts.lines.map((line) => line.tax)), amounts.tax)
      assert.equal(sumOf(amounts.lines.map(({ total }) => total)), amounts.total)
      const added = isIncluded ? 0n : amounts.tax
      assert.equal(amounts.total, amounts.subtotal - amounts.discount + added)
      assert.ok(amounts.lines.every(({ discount, total }) => discount >= 0n && total >= 0n))
      const shown = sumOf(amounts.lines.map(({ total }) => BigInt(decimalAmount(total, code).replace('.', ''))))
      assert.equal(shown, amounts.total)
      const { billions, rest } = inBillions(-amounts.total)
      assert.equal(fromBillions(billions, rest), -amounts.total)
    }),
    { numRuns },
  )
})

test('shares differ from the exact ones by less than a unit, and the largest remainders get the rest', () => {
  assert.deepEqual(distribute(100n, [1n, 1n, 1n]), [34n, 33n, 33n])
  assert.deepEqual(distribute(5n, [0n, 0n]), [3n, 2n])
  const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(weights, fc.bigInt({ min: 0n, max: 10n ** 15n }), (some, whole) => {
      const shares = distribute(whole, some)
      assert.equal(sumOf(shares), whole)
      const sum = sumOf(some)
      for (const [at, share] of sum === 0n ? [] : shares.entries()) {
        const difference = share * sum - whole * (some[at] ?? 0n)
        assert.ok(difference < sum && -difference < sum)
      }
    }),
    { numRuns: Math.min(numRuns, 20_000) },
  )
  assert.equal(readDecimal('0.005', 'KWD'), 5n)
})
