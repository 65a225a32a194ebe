import { Problem, type Queries } from '@host/plugin'
import { shownAmount, type Discount } from '../../shared.ts'
import type { Tables } from '../models.ts'

export type DiscountRow = Awaited<ReturnType<typeof lockDiscount>>

/** A discount, locked until the transaction ends. @throws Problem `not_found` */
export async function lockDiscount(tx: Queries<Tables>, id: string) {
  const row = await tx.selectFrom('products_discounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

export function shownDiscount(row: DiscountRow): Discount {
  return {
    id: row.id,
    code: row.code,
    rules: row.rules.map(({ priceId, interval, basisPoints, amount }) => ({
      priceId,
      interval,
      percent: basisPoints === null ? null : basisPoints / 100,
      amount: amount === null ? null : shownAmount(BigInt(amount)),
    })),
    currency: row.currency,
    firstOrderOnly: row.first_order_only,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    useLimit: row.use_limit,
    used: row.used,
    isEnabled: row.is_enabled,
    createdAt: row.created_at,
  }
}
