import {
  Problem,
  UniqueViolation,
  withinPlan,
  type EndpointInput,
  type Queries,
  type WorkspaceScope,
} from '@host/plugin'
import type { changeProduct, createProduct, ProductDetails } from '../../shared.ts'
import { productCreated } from '../events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { lockProduct, productDetails } from './product-rows.ts'
import { countMore, dropEmptyTotal, productsQuota, requireOpenProduct } from './products-quota.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit'>

/** A new product. */
export type NewProduct = EndpointInput<typeof createProduct>

/** @throws Problem `conflict`, `quota_exceeded`, `tier_required` */
export async function createProductOf(parts: Parts, caller: Caller, input: NewProduct): Promise<ProductDetails> {
  const { db, orgId, userId, audit } = caller
  const id = await withinPlan(parts.ctx, { db, orgId, quota: productsQuota }, async (tx, allow) => {
    allow(await countMore(tx, 1), 1)
    const added = await insertProduct(parts, { tx, orgId, userId }, input)
    audit.describe({ target: `product:${added}`, after: { name: input.name, status: input.status ?? 'draft' } })
    return added
  })
  return await productDetails(db, id)
}

interface Inserting {
  readonly tx: Queries<Tables>
  readonly orgId: string
  readonly userId: string
}

/** Stores a new product, which was counted. @throws Problem `conflict` */
export async function insertProduct(
  parts: Pick<Parts, 'events' | 'clock'>,
  { tx, orgId, userId }: Inserting,
  { name, description = '', status = 'draft', externalId = null, fields = {}, metadata = {} }: InsertedProduct,
): Promise<string> {
  const now = new Date(parts.clock()).toISOString()
  const values = { name, description, status, external_id: externalId, fields, metadata }
  const added = tx
    .insertInto('products_products')
    .values({ ...values, created_by: userId, created_at: now, updated_at: now })
    .returning('id')
  const { id } = await orTaken(added.executeTakeFirstOrThrow())
  await parts.events.publish(productCreated, orgId, { productId: id, name })
  return id
}

type InsertedProduct = Omit<NewProduct, 'externalId'> & { readonly externalId?: string | null | undefined }

/** @throws Problem `not_found`, `conflict` */
export async function changeProductOf(
  parts: Parts,
  { db, orgId, audit }: Caller,
  { id, externalId, ...input }: EndpointInput<typeof changeProduct>,
): Promise<ProductDetails> {
  await requireOpenProduct(parts, { db, orgId }, id)
  await db.transaction(async (tx) => {
    const row = await lockProduct(tx, id)
    const values = { ...input, ...(externalId !== undefined && { external_id: externalId }) }
    const updated = { ...values, updated_at: new Date(parts.clock()).toISOString() }
    await orTaken(tx.updateTable('products_products').set(updated).where('id', '=', id).execute())
    audit.describe({
      target: `product:${id}`,
      before: { name: row.name, status: row.status },
      after: { name: input.name ?? row.name, status: input.status ?? row.status },
    })
  })
  return await productDetails(db, id)
}

/** @throws Problem `not_found`, `conflict` for one that was sold */
export async function deleteProductOf({ db, audit }: Caller, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    // The total first, as a new product does it: two transactions never wait for each other in a circle.
    await countMore(tx, -1)
    const { name, sold_at } = await lockProduct(tx, id)
    if (sold_at !== null) throw new Problem('conflict', sold)
    await tx.deleteFrom('products_prices').where('product_id', '=', id).execute()
    await tx.deleteFrom('products_products').where('id', '=', id).execute()
    await dropEmptyTotal(tx)
    audit.describe({ target: `product:${id}`, before: { name } })
  })
}

async function orTaken<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw new Problem('conflict', { errors: [{ path: 'externalId', message: taken }], cause: error })
  }
}

const taken = { en: 'Another product has this external ID.', zh: '其他产品已使用此外部 ID。' }
const sold = {
  detail: { en: 'The product was sold, so its orders refer to it.', zh: '该产品已售出，仍有订单引用它。' },
  nextStep: { en: 'Archive the product.', zh: '请归档该产品。' },
}
