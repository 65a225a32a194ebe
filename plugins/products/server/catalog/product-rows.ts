import { Problem, type Queries, type ReadQueries } from '@host/plugin'
import {
  shownAmount,
  type Price,
  type Product,
  type ProductDetails,
  type ProductFile,
  type Variant,
} from '../../shared.ts'
import type { Tables } from '../models.ts'

/** A row of a table. */
type RowOf<Row> = { readonly [Name in keyof Row]: Row[Name] }

export type ProductRow = RowOf<Awaited<ReturnType<typeof lockProduct>>>

/** A product, locked until the transaction ends. @throws Problem `not_found` */
export async function lockProduct(tx: Queries<Tables>, id: string) {
  const products = tx.selectFrom('products_products').selectAll().where('id', '=', id)
  const row = await products.forUpdate().executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

export function shownProduct(row: Omit<ProductRow, 'org_id' | 'created_by'>, imageId: string | null): Product {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status,
    externalId: row.external_id,
    fields: { ...row.fields },
    metadata: { ...row.metadata },
    imageId,
    isSold: row.sold_at !== null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** A product with its parts. @throws Problem `not_found` */
export async function productDetails(db: ReadQueries<Tables>, id: string): Promise<ProductDetails> {
  const row = await db.selectFrom('products_products').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  const variants = await db
    .selectFrom('products_variants')
    .selectAll()
    .where('product_id', '=', id)
    .orderBy('id')
    .execute()
  const files = await filesOf(db, id)
  const prices = db.selectFrom('products_prices').selectAll().where('product_id', '=', id).orderBy('id', 'desc')
  return {
    ...shownProduct(row, files.find(({ kind }) => kind === 'image')?.id ?? null),
    variants: variants.map(shownVariant),
    prices: (await prices.execute()).map(shownPrice),
    files: files.map(shownFile),
  }
}

/** The images and files of a product, in the order in which they are shown. */
export async function filesOf(db: ReadQueries<Tables>, productId: string) {
  const files = db.selectFrom('products_files').selectAll().where('product_id', '=', productId)
  return await files.orderBy('place').orderBy('id').execute()
}

type VariantRow = { readonly id: string; readonly name: string; readonly is_archived: boolean }

export function shownVariant({ id, name, is_archived }: VariantRow): Variant {
  return { id, name, isArchived: is_archived }
}

export type PriceRow = RowOf<Awaited<ReturnType<typeof selectPrice>>>

/** A price of a product. @throws Problem `not_found` */
export async function selectPrice(db: ReadQueries<Tables>, id: string) {
  const row = await db.selectFrom('products_prices').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

export function shownPrice(row: PriceRow): Price {
  return {
    id: row.id,
    variantId: row.variant_id,
    currency: row.currency,
    amount: shownAmount(BigInt(row.amount)),
    interval: row.interval,
    intervalCount: row.interval_count,
    trialDays: row.trial_days,
    tiers: row.tiers.map(({ from, amount }) => ({ from, amount: shownAmount(BigInt(amount)) })),
    supersededBy: row.superseded_by,
    retiredAt: row.retired_at,
    createdAt: row.created_at,
  }
}

type FileRow = {
  readonly id: string
  readonly kind: ProductFile['kind']
  readonly name: string
  readonly size: number
  readonly type: string
  readonly alt: string
  readonly created_at: string
}

export function shownFile({ id, kind, name, size, type, alt, created_at }: FileRow): ProductFile {
  return { id, kind, name, size, type, alt, createdAt: created_at }
}
