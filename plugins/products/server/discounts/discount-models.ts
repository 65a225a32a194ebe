import { column, model } from '@host/plugin'
import type { PriceInterval } from '../../shared.ts'

/** A stored rule. An amount is whole minor units as digits. */
export interface StoredRule {
  readonly priceId: string | null
  readonly interval: PriceInterval | 'once' | null
  /** Of ten thousand; null with an amount. */
  readonly basisPoints: number | null
  readonly amount: string | null
}

/** A code that lowers what an order costs. */
const Discount = model(
  'products_discounts',
  {
    id: column.id('discount'),
    org_id: column.org(),
    /** In upper case. */
    code: column.text({ max: 40, search: true }),
    rules: column.json<readonly StoredRule[]>(),
    currency: column.text({ max: 3, nullable: true }),
    first_order_only: column.boolean({ default: false }),
    starts_at: column.time({ nullable: true }),
    ends_at: column.time({ nullable: true }),
    use_limit: column.integer({ nullable: true }),
    /** Orders that used it, and reservations; its row is locked by what uses it. */
    used: column.integer({ default: 0 }),
    is_enabled: column.boolean({ default: true }),
    created_by: column.text({ max: 64 }),
    created_at: column.time(),
  },
  { unique: [['org_id', 'code']], index: [['org_id', 'id']], label: 'code' },
)

/** A use that a checkout holds; deleted by the order that uses it. */
const Reservation = model(
  'products_reservations',
  {
    id: column.id('reservation'),
    org_id: column.org(),
    discount_id: column.reference(Discount, { onDelete: 'cascade' }),
    email: column.text({ max: 254 }),
    expires_at: column.time(),
  },
  {
    index: [
      ['org_id', 'id'],
      ['org_id', 'discount_id', 'expires_at'],
    ],
  },
)

/** Tables of discounts. */
export const discountModels = [Discount, Reservation] as const
