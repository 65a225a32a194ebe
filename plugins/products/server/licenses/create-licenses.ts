import { Problem, withinPlan, type EndpointInput, type WorkspaceScope } from '@host/plugin'
import type { createLicenses, License } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { issueLicenses, type LicenseParts, type NewLicense } from './issue-licenses.ts'
import { licenseColumns, shownLicense } from './license-rows.ts'
import { usualTerms, withTerms } from './license-terms.ts'
import { countMoreLicenses, licensesQuota } from './licenses-quota.ts'

export type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/** @throws Problem `not_found`, `invalid_input`, `quota_exceeded`, `tier_required` */
export async function createLicensesOf(
  parts: LicenseParts,
  caller: Caller,
  { productId, count = 1, email = '', name = '', expiresAt = null, ...terms }: EndpointInput<typeof createLicenses>,
): Promise<License[]> {
  const { db, orgId, audit } = caller
  await requireProduct(db, productId)
  const expires_at = expiresAt === null ? null : new Date(expiresAt).toISOString()
  const license: NewLicense = {
    product_id: productId,
    email: email.toLowerCase(),
    name,
    expires_at,
    ...withTerms(await usualTerms(db, productId), terms),
  }
  const ids = await withinPlan(parts.ctx, { db, orgId, quota: licensesQuota }, async (tx, allow) => {
    allow(await countMoreLicenses(tx, count), count)
    audit.describe({ target: `product:${productId}`, after: { count, email } })
    return await issueLicenses(
      parts,
      { tx, orgId },
      Array.from({ length: count }, () => license),
    )
  })
  const rows = await db.selectFrom('products_licenses').select(licenseColumns).where('id', 'in', ids).execute()
  return rows.map((row) => shownLicense(row, parts.clock()))
}

/** @throws Problem `not_found` */
export async function requireProduct(db: Caller['db'], id: string): Promise<void> {
  const found = await db.selectFrom('products_products').select('id').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Problem('not_found')
}
