import { Problem, UniqueViolation, type EndpointInput, type Queries, type WorkspaceScope } from '@host/plugin'
import { productLimits, type changeVariant, type createVariant, type Variant } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { lockProduct, shownVariant } from './product-rows.ts'
import { requireOpenProduct } from './products-quota.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/** @throws Problem `not_found`, `conflict` */
export async function createVariantOf(
  parts: Pick<Parts, 'ctx'>,
  { db, orgId, audit }: Caller,
  { id, name }: EndpointInput<typeof createVariant>,
): Promise<Variant> {
  await requireOpenProduct(parts, { db, orgId }, id)
  return await db.transaction(async (tx) => {
    await lockProduct(tx, id)
    await requireRoom(tx, id)
    const added = tx.insertInto('products_variants').values({ product_id: id, name })
    const row = await orTaken(added.returningAll().executeTakeFirstOrThrow())
    audit.describe({ target: `variant:${row.id}`, after: { productId: id, name } })
    return shownVariant(row)
  })
}

/** @throws Problem `not_found`, `conflict` */
export async function changeVariantOf(
  parts: Pick<Parts, 'ctx'>,
  { db, orgId, audit }: Caller,
  { id, variantId, name, isArchived }: EndpointInput<typeof changeVariant>,
): Promise<Variant> {
  await requireOpenProduct(parts, { db, orgId }, id)
  return await db.transaction(async (tx) => {
    const row = await lockVariant(tx, id, variantId)
    const values = { name: name ?? row.name, is_archived: isArchived ?? row.is_archived }
    const changed = tx.updateTable('products_variants').set(values).where('id', '=', variantId)
    await orTaken(changed.execute())
    const [before, after] = [shownVariant(row), shownVariant({ id: variantId, ...values })]
    audit.describe({ target: `variant:${variantId}`, before, after })
    return after
  })
}

/** @throws Problem `not_found`, `conflict` for one that has a price or was sold */
export async function deleteVariantOf({ db, audit }: Caller, id: string, variantId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { name, sold_at } = await lockVariant(tx, id, variantId)
    const prices = tx.selectFrom('products_prices').select('id').where('variant_id', '=', variantId).limit(1)
    if (sold_at !== null || (await prices.executeTakeFirst()) !== undefined) throw new Problem('conflict', inUse)
    await tx.deleteFrom('products_variants').where('id', '=', variantId).execute()
    audit.describe({ target: `variant:${variantId}`, before: { name } })
  })
}

async function lockVariant(tx: Queries<Tables>, productId: string, id: string) {
  await lockProduct(tx, productId)
  const variants = tx.selectFrom('products_variants').selectAll().where('id', '=', id)
  const row = await variants.where('product_id', '=', productId).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

async function requireRoom(tx: Queries<Tables>, productId: string): Promise<void> {
  const rows = await tx.selectFrom('products_variants').select('id').where('product_id', '=', productId).execute()
  if (rows.length >= productLimits.variants) throw new Problem('conflict', { detail: tooMany })
}

async function orTaken<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw new Problem('conflict', { errors: [{ path: 'name', message: taken }], cause: error })
  }
}

const taken = { en: 'Another variant of the product has this name.', zh: '该产品的其他规格已使用此名称。' }
const tooMany = {
  en: `A product has at most ${productLimits.variants} variants. Delete variants that are not needed.`,
  zh: `一个产品最多有 ${productLimits.variants} 个规格。请删除不再需要的规格。`,
}
const inUse = {
  detail: { en: 'The variant has prices or was sold.', zh: '该规格有价格或已售出。' },
  nextStep: { en: 'Archive the variant.', zh: '请归档该规格。' },
}
