import { requireUnlocked, type Queries, type QuotaDefinition, type ReadQueries } from '@host/plugin'
import { productLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

/** The quota of products that a plan may set. Products that exist stay on sale. */
export const productsQuota: QuotaDefinition<Tables> = {
  name: 'products',
  title: { en: 'Products', zh: '产品' },
  most: productLimits.products,
  used: async ({ db }) => (await db.selectFrom('products_totals').select('products').executeTakeFirst())?.products ?? 0,
  records: async (db, { skip, limit }) => {
    const products = db.selectFrom('products_products').select(['id', 'name']).orderBy('id').offset(skip).limit(limit)
    return (await products.execute()).map(({ id, name }) => ({ id, title: name, path: `/products/${id}` }))
  },
}

/** Refuses the change of a product above the plan. Before its transaction. @throws Problem `quota_exceeded` */
export async function requireOpenProduct(
  { ctx }: Pick<Parts, 'ctx'>,
  { db, orgId }: { readonly db: ReadQueries<Tables>; readonly orgId: string },
  id: string,
): Promise<void> {
  await requireUnlocked(ctx, { db, orgId, quota: productsQuota }, id)
}

/** Counts new products, whose total is locked until the transaction ends. @returns how many there are with them */
export async function countMore(tx: Queries<Tables>, products: number): Promise<number> {
  const counted = tx
    .insertInto('products_totals')
    .values({ products })
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet((set) => ({ products: set('products_totals.products', '+', products) })),
    )
  return (await counted.returning('products').executeTakeFirstOrThrow()).products
}

/** Removes the total of a workspace without products. */
export async function dropEmptyTotal(tx: Queries<Tables>): Promise<void> {
  await tx.deleteFrom('products_totals').where('products', '=', 0).execute()
}
