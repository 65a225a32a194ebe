import { withinPlan, type Queries, type WorkspaceScope } from '@host/plugin'
import type { ProductImport } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { countMore, productsQuota } from './products-quota.ts'
import { readProducts, type ReadProduct } from './read-products.ts'
import { insertPrice } from './write-price.ts'
import { insertProduct } from './write-product.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit' | 'language'>

const step = 200

/** Adds the products of a file, all or none. @throws Problem `invalid_input`, `quota_exceeded`, `tier_required` */
export async function importOf(
  parts: Parts,
  caller: Caller,
  { csv, dryRun = false }: { readonly csv: string; readonly dryRun?: boolean | undefined },
): Promise<ProductImport> {
  const { db, orgId, userId, audit } = caller
  const { rows, products, problems } = await readProducts(csv, caller.language)
  const known = await knownAmong(db, products)
  const added = products.filter(({ product }) => !known.has(product.externalId ?? ''))
  const result = { dryRun, rows, added: added.length, known: products.length - added.length, problems: [...problems] }
  audit.describe({ after: { rows, added: problems.length > 0 ? 0 : added.length, dryRun } })
  if (dryRun || added.length === 0) return result
  if (problems.length > 0) return { ...result, added: 0 }
  await withinPlan(parts.ctx, { db, orgId, quota: productsQuota }, async (tx, allow) => {
    allow(await countMore(tx, added.length), added.length)
    for (const product of added) await addProduct(parts, { tx, orgId, userId }, product)
  })
  return result
}

async function knownAmong(db: Caller['db'], products: readonly ReadProduct[]): Promise<ReadonlySet<string>> {
  const ids = products.flatMap(({ product }) => (product.externalId === undefined ? [] : [product.externalId]))
  const known = new Set<string>()
  for (let at = 0; at < ids.length; at += step) {
    const some = ids.slice(at, at + step)
    const found = await db
      .selectFrom('products_products')
      .select('external_id')
      .where('external_id', 'in', some)
      .execute()
    for (const { external_id } of found) known.add(external_id ?? '')
  }
  return known
}

interface Adding {
  readonly tx: Queries<Tables>
  readonly orgId: string
  readonly userId: string
}

async function addProduct(
  parts: Parts,
  { tx, orgId, userId }: Adding,
  { product, prices }: ReadProduct,
): Promise<void> {
  const productId = await insertProduct(parts, { tx, orgId, userId }, product)
  const names = [...new Set(prices.map(({ variant }) => variant))].filter((name) => name !== '')
  const variants = new Map<string, string>()
  for (const name of names) {
    const added = tx.insertInto('products_variants').values({ product_id: productId, name })
    variants.set(name, (await added.returning('id').executeTakeFirstOrThrow()).id)
  }
  const now = new Date(parts.clock()).toISOString()
  for (const { variant, price } of prices) {
    await insertPrice(tx, { productId, userId, now }, { ...price, variantId: variants.get(variant) ?? null })
  }
}
