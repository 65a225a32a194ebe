import { randomUUID } from 'node:crypto'
import type { FeaturesService, Queries, RateLimitService } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { signLicense } from './format/license-key.ts'
import type { LicensePayload } from './format/license-payload.ts'
import { newShortKey } from './format/short-key.ts'
import { keyHash } from './license-rows.ts'
import type { LicenseSigner } from './signing/license-signer.ts'
import { refuseTerms, type Terms } from './license-terms.ts'

/** The dependencies of licenses. */
export interface LicenseParts extends Parts {
  readonly signer: LicenseSigner
  readonly features: FeaturesService
  readonly rateLimit: RateLimitService
}

/** A license that is created. */
export interface NewLicense extends Terms {
  readonly product_id: string
  readonly email: string
  readonly name: string
  readonly expires_at: string | null
  readonly order_id?: string
  /** A key of another system. */
  readonly imported?: string
}

interface Place {
  readonly tx: Queries<Tables>
  readonly orgId: string
}

/**
 * Stores licenses, which were counted, with their keys.
 * @param batch the line of an order that they are delivered for, or nothing
 * @returns their IDs
 * @throws Problem `invalid_input`
 */
export async function issueLicenses(
  parts: LicenseParts,
  { tx, orgId, batch = randomUUID() }: Place & { readonly batch?: string },
  licenses: readonly NewLicense[],
): Promise<readonly string[]> {
  const issued = parts.clock()
  const created_at = new Date(issued).toISOString()
  const values = licenses.map((license, unit) => {
    const { imported: _, ...row } = license
    return { ...row, batch, unit, created_at }
  })
  const rows = await tx.insertInto('products_licenses').values(values).returning(['id', 'unit']).execute()
  const texts: NewText[] = []
  for (const { id, unit } of rows) {
    const license = licenses[unit]
    if (license !== undefined) texts.push(...(await textsOf(parts, { tx, orgId }, { ...license, id, issued })))
  }
  await insertTexts(parts, { tx, orgId }, texts)
  return rows.map(({ id }) => id)
}

/** A key of a license. */
export interface NewText {
  readonly license_id: string
  readonly form: 'signed' | 'short' | 'imported'
  readonly text: string
}

type Issued = NewLicense & { readonly id: string; readonly issued: number }

async function textsOf(parts: LicenseParts, place: Place, license: Issued): Promise<readonly NewText[]> {
  const { id: license_id, imported } = license
  if (imported !== undefined) return [{ license_id, form: 'imported', text: imported }]
  const text = await signedKey(parts, place, license)
  return [
    { license_id, form: 'signed', text },
    { license_id, form: 'short', text: newShortKey() },
  ]
}

/** The signed key of a license with its terms. @throws Problem `invalid_input` for terms that don't fit */
export async function signedKey(
  { signer }: LicenseParts,
  { tx, orgId }: Place,
  license: Terms & Pick<Issued, 'id' | 'product_id' | 'expires_at' | 'issued'>,
): Promise<string> {
  const { kid, privateKey } = await signer.keyOf(tx, orgId)
  const payload: LicensePayload = {
    entitlements: license.entitlements,
    expires: license.expires_at === null ? null : Math.floor(Date.parse(license.expires_at) / 1000),
    fingerprint: license.fingerprint,
    id: license.id,
    issued: Math.floor(license.issued / 1000),
    key: kid,
    limits: license.limits,
    product: license.product_id,
  }
  return refuseTerms(() => signLicense(payload, privateKey))
}

/** Stores keys, sealed. */
export async function insertTexts({ ctx }: Parts, { tx, orgId }: Place, texts: readonly NewText[]): Promise<void> {
  const values = await Promise.all(
    texts.map(async ({ text, ...row }) => {
      const hash = keyHash(text)
      return { ...row, hash, sealed: await ctx.encrypt(text, { field: 'sealed', row: hash, orgId }) }
    }),
  )
  await tx
    .insertInto('products_license_texts')
    .values(values)
    .onConflict((conflict) => conflict.columns(['org_id', 'hash']).doNothing())
    .execute()
}
