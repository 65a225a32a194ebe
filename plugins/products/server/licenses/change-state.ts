import { Problem, type Queries } from '@host/plugin'
import type { LicenseDetails, LicenseStatus } from '../../shared.ts'
import { licenseRevoked } from './license-events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import type { Caller } from './create-licenses.ts'
import { licenseDetails, lockLicense } from './license-rows.ts'

/** Suspends, resumes or revokes a license. A repeat changes nothing. @throws Problem `not_found`, `conflict` */
export async function changeStateOf(
  parts: Parts,
  { db, orgId, audit }: Caller,
  { id, status }: { readonly id: string; readonly status: LicenseStatus },
): Promise<LicenseDetails> {
  await db.transaction(async (tx) => {
    const row = await lockLicense(tx, id)
    audit.describe({ target: `license:${id}`, before: { status: row.status }, after: { status } })
    if (row.status === status) return
    if (row.status === 'revoked') throw new Problem('conflict', revoked)
    if (status === 'revoked') return await revoke(parts, { tx, orgId }, [row])
    await tx.updateTable('products_licenses').set({ status }).where('id', '=', id).execute()
  })
  return await licenseDetails(db, id, parts.clock())
}

/** Revokes licenses for good, and publishes it. */
export async function revoke(
  { events, clock }: Parts,
  { tx, orgId }: { readonly tx: Queries<Tables>; readonly orgId: string },
  licenses: readonly { readonly id: string; readonly product_id: string }[],
): Promise<void> {
  if (licenses.length === 0) return
  const ids = licenses.map(({ id }) => id)
  const revoked_at = new Date(clock()).toISOString()
  await tx.updateTable('products_licenses').set({ status: 'revoked', revoked_at }).where('id', 'in', ids).execute()
  const data = licenses.map(({ id, product_id }) => ({ licenseId: id, productId: product_id }))
  await events.publishAll(licenseRevoked, orgId, data)
}

/** Suspends or resumes all licenses of a customer. @returns how many */
export async function suspendCustomerOf(
  { db, audit }: Caller,
  { email, isSuspended }: { readonly email: string; readonly isSuspended: boolean },
): Promise<number> {
  const [from, to] = isSuspended ? (['active', 'suspended'] as const) : (['suspended', 'active'] as const)
  audit.describe({ target: 'license', after: { email, status: to } })
  const changed = db.updateTable('products_licenses').set({ status: to }).where('email', '=', email.toLowerCase())
  const { numUpdatedRows } = await changed.where('status', '=', from).executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

const revoked = {
  detail: { en: 'A revoked license stays revoked.', zh: '已吊销的许可证无法恢复。' },
  nextStep: { en: 'Create another license for the customer.', zh: '请为客户另建许可证。' },
}
