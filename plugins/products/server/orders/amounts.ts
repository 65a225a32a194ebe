/** Totals of orders. Every share is exact: the shares of a whole add up to it. */

/** The discount on some lines of an order: a part of their sum, or an amount. */
export type DiscountRule =
  | {
      /** Of ten thousand. */
      readonly basisPoints: number
    }
  | { readonly amount: bigint }

/** A line before discount and tax. */
export interface PricedLine {
  readonly quantity: number
  readonly unitAmount: bigint
  /** The rule that discounts it; lines with the same rule are discounted together. */
  readonly rule?: DiscountRule | undefined
}

/** The amounts of an order. */
export interface OrderAmounts {
  readonly subtotal: bigint
  readonly discount: bigint
  readonly tax: bigint
  readonly total: bigint
  readonly lines: readonly LineAmounts[]
}

/** The amounts of a line. */
export interface LineAmounts {
  readonly discount: bigint
  readonly tax: bigint
  readonly total: bigint
}

/** How an order is taxed. */
export interface OrderTax {
  readonly amount: bigint
  readonly isIncluded: boolean
}

/** The amounts of an order and of each of its lines. */
export function orderAmounts(lines: readonly PricedLine[], tax: OrderTax): OrderAmounts {
  const sums = lines.map(({ quantity, unitAmount }) => BigInt(quantity) * unitAmount)
  const discounts = lineDiscounts(lines, sums)
  const nets = sums.map((sum, at) => sum - (discounts[at] ?? 0n))
  const taxes = distribute(tax.amount, nets)
  const totals = nets.map((net, at) => net + (tax.isIncluded ? 0n : (taxes[at] ?? 0n)))
  return {
    subtotal: sumOf(sums),
    discount: sumOf(discounts),
    tax: tax.amount,
    total: sumOf(totals),
    lines: totals.map((total, at) => ({ discount: discounts[at] ?? 0n, tax: taxes[at] ?? 0n, total })),
  }
}

/** The discount of each line: that of each rule is rounded once, half up, and shared by its lines. */
function lineDiscounts(lines: readonly PricedLine[], sums: readonly bigint[]): readonly bigint[] {
  const discounts = sums.map(() => 0n)
  for (const rule of new Set(lines.map((line) => line.rule))) {
    if (rule === undefined) continue
    const places = [...lines.keys()].filter((at) => lines[at]?.rule === rule)
    const weights = places.map((at) => sums[at] ?? 0n)
    const shares = distribute(discountOf(rule, sumOf(weights)), weights)
    for (const [index, at] of places.entries()) discounts[at] = shares[index] ?? 0n
  }
  return discounts
}

function discountOf(rule: DiscountRule, sum: bigint): bigint {
  if ('amount' in rule) return rule.amount < sum ? rule.amount : sum
  return (sum * BigInt(rule.basisPoints) + 5_000n) / 10_000n
}

/**
 * Shares of a whole, in proportion to weights: each is rounded down, and the units that are left go to the largest
 * remainders. The shares add up to the whole, and none exceeds its weight unless the whole exceeds their sum.
 */
export function distribute(whole: bigint, weights: readonly bigint[]): readonly bigint[] {
  const sum = sumOf(weights)
  if (sum === 0n && whole === 0n) return weights
  if (sum === 0n) return distribute(whole, evenly(weights))
  const shares = weights.map((weight) => (whole * weight) / sum)
  const remainders = weights.map((weight, at) => ({ at, left: (whole * weight) % sum }))
  remainders.sort((a, b) => (a.left === b.left ? a.at - b.at : a.left < b.left ? 1 : -1))
  const units = Number(whole - sumOf(shares))
  for (const { at } of remainders.slice(0, units)) shares[at] = (shares[at] ?? 0n) + 1n
  return shares
}

function evenly(weights: readonly bigint[]): readonly bigint[] {
  return weights.map(() => 1n)
}

export function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}

const billion = 1_000_000_000n

/** An amount in two columns that a database adds up exactly. */
export function inBillions(amount: bigint): { readonly billions: number; readonly rest: number } {
  return { billions: Number(amount / billion), rest: Number(amount % billion) }
}

/** Reads sums of two such columns. */
export function fromBillions(billions: number | bigint | string, rest: number | bigint | string): bigint {
  return BigInt(billions) * billion + BigInt(rest)
}
