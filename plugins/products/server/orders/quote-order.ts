import type { EndpointInput, ReadQueries } from '@host/plugin'
import { shownAmount, type Quote, type quoteOrder } from '../../shared.ts'
import { discounted, findUsable } from '../discounts/use-discount.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { amountsOf, resolveLines } from './resolve-lines.ts'

/** The amounts that an order would have now. @throws Problem `invalid_input`, `conflict` */
export async function quoteOf(
  parts: Pick<Parts, 'clock'>,
  db: ReadQueries<Tables>,
  input: EndpointInput<typeof quoteOrder>,
): Promise<Quote> {
  const { currency, discountCode, email = '' } = input
  const lines = await resolveLines(db, input.lines, { currency, isPast: false })
  const use = { email, currency, now: parts.clock() }
  const discount = discountCode === undefined ? undefined : await findUsable(db, discountCode, use)
  const amounts = amountsOf(input, discount === undefined ? lines : discounted(lines, discount))
  return {
    ...shownAmounts(amounts),
    subtotal: shownAmount(amounts.subtotal),
    lines: amounts.lines.map((line, at) => ({
      ...shownAmounts(line),
      unitAmount: shownAmount(lines[at]?.unitAmount ?? 0n),
    })),
  }
}

function shownAmounts({ discount, tax, total }: Readonly<Record<'discount' | 'tax' | 'total', bigint>>) {
  return { discount: shownAmount(discount), tax: shownAmount(tax), total: shownAmount(total) }
}
