import { Problem, type EndpointInput, type Queries } from '@host/plugin'
import type { changeLicense, LicenseDetails } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Caller } from './create-licenses.ts'
import { insertTexts, signedKey, type LicenseParts } from './issue-licenses.ts'
import { licenseDetails, lockLicense } from './license-rows.ts'
import { withTerms } from './license-terms.ts'

/** The most keys of a license that the server knows. The oldest signed ones go first. */
const mostTexts = 20

/** @throws Problem `not_found`, `conflict`, `invalid_input` */
export async function changeLicenseOf(
  parts: LicenseParts,
  { db, orgId, audit }: Caller,
  { id, email, name, expiresAt, ...terms }: EndpointInput<typeof changeLicense> & { readonly id: string },
): Promise<LicenseDetails> {
  await db.transaction(async (tx) => {
    const row = await lockLicense(tx, id)
    if (row.status === 'revoked') throw new Problem('conflict', revoked)
    const expires_at =
      expiresAt === undefined ? row.expires_at : expiresAt === null ? null : new Date(expiresAt).toISOString()
    const changed = {
      ...withTerms(row, terms),
      expires_at,
      email: email?.toLowerCase() ?? row.email,
      name: name ?? row.name,
    }
    audit.describe({
      target: `license:${id}`,
      before: { expiresAt: row.expires_at, maxMachines: row.max_machines, email: row.email },
      after: { expiresAt: expires_at, maxMachines: changed.max_machines, email: changed.email },
    })
    await tx.updateTable('products_licenses').set(changed).where('id', '=', id).execute()
    const texts = await tx
      .selectFrom('products_license_texts')
      .select(['id', 'form'])
      .where('license_id', '=', id)
      .orderBy('id')
      .execute()
    if (texts.some(({ form }) => form === 'imported')) return
    const old = texts.filter(({ form }) => form === 'signed')
    await forget(tx, old.slice(0, Math.max(0, texts.length + 1 - mostTexts)))
    const license = { ...changed, id, product_id: row.product_id, issued: parts.clock() }
    const text = await signedKey(parts, { tx, orgId }, license)
    await insertTexts(parts, { tx, orgId }, [{ license_id: id, form: 'signed', text }])
  })
  return await licenseDetails(db, id, parts.clock())
}

async function forget(tx: Queries<Tables>, texts: readonly { readonly id: string }[]): Promise<void> {
  if (texts.length === 0) return
  const ids = texts.map(({ id }) => id)
  await tx.deleteFrom('products_license_texts').where('id', 'in', ids).execute()
}

const revoked = {
  detail: { en: 'A revoked license can’t be changed.', zh: '已吊销的许可证无法更改。' },
  nextStep: { en: 'Create another license for the customer.', zh: '请为客户另建许可证。' },
}
