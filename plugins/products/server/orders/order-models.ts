import { column, model } from '@host/plugin'
import type { OrderState, PriceInterval } from '../../shared.ts'
import { Product } from '../catalog/catalog-models.ts'

/** A sale. Amounts are whole minor units as digits, which no number could hold. */
export const Order = model(
  'products_orders',
  {
    id: column.id('order'),
    org_id: column.org(),
    source: column.text({ max: 40 }),
    external_id: column.text({ max: 190, nullable: true }),
    state: column.text<OrderState>({ max: 20 }),
    email: column.text({ max: 254, search: true }),
    name: column.text({ max: 120, search: true }),
    currency: column.text({ max: 3 }),
    subtotal: column.text({ max: 18 }),
    discount: column.text({ max: 18 }),
    tax: column.text({ max: 18 }),
    tax_included: column.boolean(),
    taxes: column.json<readonly { readonly name: string; readonly amount: string }[]>(),
    total: column.text({ max: 18 }),
    refunded: column.text({ max: 18, default: '0' }),
    discount_id: column.text({ max: 64, nullable: true }),
    discount_code: column.text({ max: 60, nullable: true }),
    /** The ID of the subscription in the system of the source. */
    subscription: column.text({ max: 190, nullable: true }),
    note: column.text({ max: 1_000, default: '' }),
    created_by: column.text({ max: 64, nullable: true }),
    created_at: column.time(),
    paid_at: column.time({ nullable: true }),
    cancelled_at: column.time({ nullable: true }),
  },
  {
    unique: [['org_id', 'source', 'external_id']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'created_at', 'id'],
      ['org_id', 'state', 'id'],
      ['org_id', 'external_id', 'id'],
      ['org_id', 'email', 'paid_at'],
    ],
    label: ['name', 'email'],
  },
)

/** A product of an order. */
const Line = model(
  'products_lines',
  {
    id: column.id('orderline'),
    org_id: column.org(),
    order_id: column.reference(Order, { onDelete: 'cascade' }),
    product_id: column.reference(Product, { onDelete: 'restrict' }),
    variant_id: column.text({ max: 64, nullable: true }),
    price_id: column.text({ max: 64, nullable: true }),
    name: column.text({ max: 250 }),
    quantity: column.integer(),
    unit_amount: column.text({ max: 18 }),
    discount: column.text({ max: 18 }),
    tax: column.text({ max: 18 }),
    total: column.text({ max: 18 }),
    refunded: column.text({ max: 18, default: '0' }),
    interval: column.text<PriceInterval>({ max: 5, nullable: true }),
    interval_count: column.integer({ default: 1 }),
    trial_days: column.integer({ default: 0 }),
    revoked_at: column.time({ nullable: true }),
  },
  { index: [['org_id', 'id']], label: 'name' },
)

/** Money that was paid back. */
const Refund = model(
  'products_refunds',
  {
    id: column.id('refund'),
    org_id: column.org(),
    order_id: column.reference(Order, { onDelete: 'cascade' }),
    external_id: column.text({ max: 190, nullable: true }),
    amount: column.text({ max: 18 }),
    reason: column.text({ max: 1_000, default: '' }),
    created_by: column.text({ max: 64, nullable: true }),
    created_at: column.time(),
  },
  { unique: [['org_id', 'order_id', 'external_id']], index: [['org_id', 'id']] },
)

/** An entry of the ledger: revenue of a line on the day of its payment, or of its refund below zero. */
const Entry = model(
  'products_entries',
  {
    id: column.id('prodentry'),
    org_id: column.org(),
    order_id: column.reference(Order, { onDelete: 'cascade' }),
    product_id: column.text({ max: 64 }),
    currency: column.text({ max: 3 }),
    kind: column.text<'sale' | 'refund'>({ max: 6 }),
    at: column.time(),
    /** The amount in whole billions of minor units, and the rest: a database adds both up exactly. */
    billions: column.integer(),
    rest: column.integer(),
  },
  {
    index: [
      ['org_id', 'id'],
      ['org_id', 'at', 'id'],
    ],
  },
)

/** A subscription, which each paid order of a recurring price starts or renews. */
const Subscription = model(
  'products_subscriptions',
  {
    id: column.id('prodsub'),
    org_id: column.org(),
    source: column.text({ max: 40 }),
    /** The ID in the system of the source, or the line that started it. */
    external_id: column.text({ max: 190 }),
    product_id: column.text({ max: 64 }),
    email: column.text({ max: 254 }),
    started_at: column.time(),
    active_until: column.time(),
    ended_at: column.time({ nullable: true }),
  },
  {
    unique: [['org_id', 'source', 'external_id', 'product_id']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'active_until', 'product_id'],
    ],
  },
)

/** The link to the delivery page of a paid order. */
const Delivery = model(
  'products_deliveries',
  {
    id: column.id('delivery'),
    org_id: column.org(),
    order_id: column.reference(Order, { onDelete: 'cascade' }),
    token_hash: column.text({ max: 64 }),
    expires_at: column.time(),
    emailed_at: column.time({ nullable: true }),
  },
  {
    unique: [['org_id', 'order_id'], 'token_hash'],
    index: [['org_id', 'id']],
    transfer: { reason: 'Links to downloads are credentials of buyers.', clone: 'none' },
  },
)

/** Tables of orders. */
export const orderModels = [Order, Line, Refund, Entry, Subscription, Delivery] as const
