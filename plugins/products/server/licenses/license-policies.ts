import type { EndpointInput } from '@host/plugin'
import type { LicensePolicy, writeLicensePolicy } from '../../shared.ts'
import { requireProduct, type Caller } from './create-licenses.ts'
import { policyOf, shownPolicy, usualTerms, withTerms } from './license-terms.ts'

type Input = EndpointInput<typeof writeLicensePolicy> & { readonly productId: string }

/** @throws Problem `not_found` */
export async function readPolicy(
  { db }: Pick<Caller, 'db'>,
  productId: string,
): Promise<{ policy: LicensePolicy | null }> {
  await requireProduct(db, productId)
  const row = await policyOf(db, productId)
  return { policy: row === undefined ? null : shownPolicy(row) }
}

/** @throws Problem `not_found` */
export async function writePolicy(
  { db, audit }: Caller,
  { productId, validDays, ...terms }: Input,
): Promise<LicensePolicy> {
  await requireProduct(db, productId)
  const before = await policyOf(db, productId)
  const valid_days = validDays === undefined ? (before?.valid_days ?? null) : validDays
  const values = { ...withTerms(await usualTerms(db, productId), terms), valid_days }
  audit.describe({ target: `product:${productId}`, after: values })
  await db
    .insertInto('products_license_policies')
    .values({ product_id: productId, ...values })
    .onConflict((conflict) => conflict.columns(['org_id', 'product_id']).doUpdateSet(values))
    .execute()
  return shownPolicy(values)
}

/** @throws Problem `not_found` */
export async function deletePolicy({ db, audit }: Caller, productId: string): Promise<void> {
  await requireProduct(db, productId)
  audit.describe({ target: `product:${productId}` })
  await db.deleteFrom('products_license_policies').where('product_id', '=', productId).execute()
}
