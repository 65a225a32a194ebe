import type { DeliveredItem, Fulfil } from '../fulfilment/fulfil.ts'
import { licenseLimits } from '../../shared.ts'
import { revoke } from './change-state.ts'
import { issueLicenses, type LicenseParts } from './issue-licenses.ts'
import { policyOf } from './license-terms.ts'
import { countMoreLicenses } from './licenses-quota.ts'

const day = 86_400_000

/**
 * Delivers a license for each line whose product has terms for licenses; it allows its machines times the quantity. A
 * customer who has paid gets it even above the quota of the plan.
 */
export function fulfilLicenses(parts: LicenseParts): Fulfil {
  return {
    fulfil: async (tx, { orgId, orderId, email, name, lines }) => {
      for (const { lineId, productId, quantity } of lines) {
        const policy = await policyOf(tx, productId)
        if (policy === undefined || (await isDelivered(tx, lineId))) continue
        const { valid_days: days, max_machines: machines, ...terms } = policy
        const license = {
          ...terms,
          max_machines: machines === null ? null : Math.min(machines * quantity, licenseLimits.machines),
          expires_at: days === null ? null : new Date(parts.clock() + days * day).toISOString(),
          product_id: productId,
          order_id: orderId,
          email: email.toLowerCase(),
          name: name.slice(0, licenseLimits.customerName),
        }
        await countMoreLicenses(tx, 1)
        await issueLicenses(parts, { tx, orgId, batch: lineId }, [license])
      }
    },
    revoke: async (tx, { orgId, orderId, lineIds }) => {
      if (lineIds.length === 0) return
      const rows = await tx
        .selectFrom('products_licenses')
        .select(['id', 'product_id'])
        .where('order_id', '=', orderId)
        .where('batch', 'in', [...lineIds])
        .where('status', '!=', 'revoked')
        .execute()
      await revoke(parts, { tx, orgId }, rows)
    },
    delivered: (db, order) => deliveredKeys(parts, db, order),
  }
}

/** The short key of each license of an order, and its signed one as it is now. */
async function deliveredKeys(
  { ctx }: LicenseParts,
  db: Parameters<Fulfil['delivered']>[0],
  { orgId, orderId }: Parameters<Fulfil['delivered']>[1],
): Promise<readonly DeliveredItem[]> {
  const rows = await db
    .selectFrom('products_licenses')
    .innerJoin('products_license_texts', 'products_license_texts.license_id', 'products_licenses.id')
    .innerJoin('products_products', 'products_products.id', 'products_licenses.product_id')
    .select([
      'products_licenses.batch as lineId',
      'products_products.name as title',
      'products_license_texts.form',
      'products_license_texts.hash',
      'products_license_texts.sealed',
    ])
    .where('products_licenses.order_id', '=', orderId)
    .where('products_licenses.status', '!=', 'revoked')
    .orderBy('products_license_texts.id')
    .execute()
  const latest = new Map(rows.map((row) => [`${row.lineId} ${row.form}`, row]))
  const shown = [...latest.values()].toSorted((one, other) => (one.form < other.form ? -1 : 1))
  return await Promise.all(
    shown.map(async ({ lineId, title, hash, sealed }) => ({
      lineId,
      title,
      text: await ctx.decrypt(sealed, { field: 'sealed', row: hash, orgId }),
    })),
  )
}

async function isDelivered(tx: Parameters<Fulfil['fulfil']>[0], lineId: string): Promise<boolean> {
  const found = tx.selectFrom('products_licenses').select('id').where('batch', '=', lineId).where('unit', '=', 0)
  return (await found.executeTakeFirst()) !== undefined
}
