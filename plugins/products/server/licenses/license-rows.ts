import { createHash } from 'node:crypto'
import { Problem, type Queries, type ReadQueries } from '@host/plugin'
import { licenseLimits, type License, type LicenseDetails } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { readShortKey } from './format/short-key.ts'

export const licenseColumns = [
  'id',
  'product_id',
  'order_id',
  'email',
  'name',
  'status',
  'entitlements',
  'limits',
  'fingerprint',
  'max_machines',
  'machines',
  'expires_at',
  'revoked_at',
  'created_at',
] as const

/** The row of a license. */
export type LicenseRow = Awaited<ReturnType<typeof lockLicense>>

/** Reads a license, which is locked until the transaction ends. @throws Problem `not_found` */
export async function lockLicense(tx: Queries<Tables>, id: string) {
  const found = tx.selectFrom('products_licenses').select(licenseColumns).where('id', '=', id).forUpdate()
  const row = await found.executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** A license as callers see it. */
export function shownLicense(row: LicenseRow, now: number): License {
  return {
    id: row.id,
    productId: row.product_id,
    orderId: row.order_id,
    email: row.email,
    name: row.name,
    status: row.status,
    isExpired: hasExpired(row, now),
    entitlements: [...row.entitlements],
    limits: row.limits,
    fingerprint: row.fingerprint,
    maxMachines: row.max_machines,
    machines: row.machines,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    createdAt: row.created_at,
  }
}

/** Whether a license has expired. */
export function hasExpired({ expires_at: at }: Pick<LicenseRow, 'expires_at'>, now: number): boolean {
  return at !== null && Date.parse(at) <= now
}

/** @throws Problem `not_found` */
export async function licenseDetails(db: ReadQueries<Tables>, id: string, now: number): Promise<LicenseDetails> {
  const row = await db.selectFrom('products_licenses').select(licenseColumns).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  const activations = await activationsOf(db, id)
  return {
    ...shownLicense(row, now),
    activations: activations.map(({ created_at: createdAt, ...each }) => ({ ...each, createdAt })),
  }
}

/** The newest active machines of a license. */
export async function activationsOf(db: ReadQueries<Tables>, licenseId: string) {
  return await db
    .selectFrom('products_activations')
    .select(['id', 'fingerprint', 'name', 'created_at'])
    .where('license_id', '=', licenseId)
    .orderBy('id', 'desc')
    .limit(licenseLimits.listed)
    .execute()
}

/** By which a key is found. Every text has one, so that unknown and malformed keys take the same way. */
export function keyHash(text: string): string {
  return createHash('sha256')
    .update(readShortKey(text) ?? text.trim())
    .digest('base64url')
}
