import { column, model } from '@host/plugin'
import type { CustomFields, FileKind, PriceInterval, ProductStatus } from '../../shared.ts'

/** Something that a workspace sells. */
export const Product = model(
  'products_products',
  {
    id: column.id('prod'),
    org_id: column.org(),
    name: column.text({ max: 120, search: true }),
    description: column.text({ max: 5_000, default: '' }),
    status: column.text<ProductStatus>({ max: 10, default: 'draft' }),
    /** The ID in a system of the workspace's own. */
    external_id: column.text({ max: 190, nullable: true }),
    fields: column.json<CustomFields>(),
    metadata: column.json<CustomFields>(),
    /** When an order with it was first paid: it is never deleted from then on. */
    sold_at: column.time({ nullable: true }),
    created_by: column.text({ max: 64 }),
    created_at: column.time({ default: 'now' }),
    updated_at: column.time({ default: 'now' }),
  },
  {
    unique: [['org_id', 'external_id']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'created_at', 'id'],
      ['org_id', 'name', 'id'],
      ['org_id', 'status', 'id'],
    ],
    label: 'name',
  },
)

/** A size or an edition of a product. */
const Variant = model(
  'products_variants',
  {
    id: column.id('variant'),
    org_id: column.org(),
    product_id: column.reference(Product, { onDelete: 'cascade' }),
    name: column.text({ max: 120 }),
    is_archived: column.boolean({ default: false }),
    sold_at: column.time({ nullable: true }),
  },
  { unique: [['org_id', 'product_id', 'name']], index: [['org_id', 'id']], label: 'name' },
)

/** A price: never changed but for its end. */
const Price = model(
  'products_prices',
  {
    id: column.id('price'),
    org_id: column.org(),
    product_id: column.reference(Product, { onDelete: 'cascade' }),
    variant_id: column.reference(Variant, { onDelete: 'restrict', nullable: true }),
    currency: column.text({ max: 3 }),
    /** Whole minor units as digits, which no number could hold. */
    amount: column.text({ max: 18 }),
    interval: column.text<PriceInterval>({ max: 5, nullable: true }),
    interval_count: column.integer({ default: 1 }),
    trial_days: column.integer({ default: 0 }),
    tiers: column.json<readonly { readonly from: number; readonly amount: string }[]>(),
    superseded_by: column.text({ max: 64, nullable: true }),
    retired_at: column.time({ nullable: true }),
    created_by: column.text({ max: 64 }),
    created_at: column.time({ default: 'now' }),
  },
  { index: [['org_id', 'id']] },
)

/** An image or a file of a product. */
const ProductFile = model(
  'products_files',
  {
    id: column.id('prodfile'),
    org_id: column.org(),
    product_id: column.reference(Product, { onDelete: 'cascade' }),
    kind: column.text<FileKind>({ max: 5 }),
    file: column.blob(),
    name: column.text({ max: 200 }),
    size: column.integer(),
    type: column.text({ max: 200 }),
    /** Describes an image to people who don't see it. */
    alt: column.text({ max: 200, default: '' }),
    /** Images are shown in this order. */
    place: column.integer({ default: 0 }),
    created_at: column.time({ default: 'now' }),
  },
  { index: [['org_id', 'id']], label: 'name' },
)

/** How many products a workspace has; locked by what creates some. */
const Total = model(
  'products_totals',
  { id: column.id('prodtotal'), org_id: column.org(), products: column.integer({ default: 0 }) },
  { unique: ['org_id'], index: [['org_id', 'id']] },
)

/** Tables of the catalog. */
export const catalogModels = [Product, Variant, Price, ProductFile, Total] as const
