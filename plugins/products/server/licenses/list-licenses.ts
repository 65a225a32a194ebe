import {
  listOf,
  Problem,
  type EndpointInput,
  type ListPage,
  type ScopedDatabase,
  type WorkspaceScope,
} from '@host/plugin'
import type { License, listLicenses } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { licenseColumns, shownLicense } from './license-rows.ts'

/** A page of licenses. */
export async function licensesPage(
  db: ScopedDatabase<Tables>,
  input: EndpointInput<typeof listLicenses>,
  now: number,
): Promise<ListPage<License>> {
  return await listOf({ db, input }, db.selectFrom('products_licenses').select(licenseColumns), {
    usual: '-id',
    sort: { createdAt: 'created_at', email: { text: 'email' } },
    filter: { status: 'status', productId: 'product_id', email: 'email' },
    search: { by: 'products_licenses.id' },
    item: (row) => shownLicense(row, now),
  })
}

/** The keys of a license. @throws Problem `not_found` */
export async function revealedKeys(
  { ctx }: Parts,
  { db, orgId, audit }: Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>,
  id: string,
): Promise<{ signedKey: string | null; shortKey: string }> {
  const rows = await db
    .selectFrom('products_license_texts')
    .select(['form', 'hash', 'sealed'])
    .where('license_id', '=', id)
    .orderBy('id')
    .execute()
  if (rows.length === 0) throw new Problem('not_found')
  audit.describe({ target: `license:${id}` })
  const open = async (row: (typeof rows)[number] | undefined) =>
    row && (await ctx.decrypt(row.sealed, { field: 'sealed', row: row.hash, orgId }))
  const signed = await open(rows.findLast(({ form }) => form === 'signed'))
  return { signedKey: signed ?? null, shortKey: (await open(rows.find(({ form }) => form !== 'signed'))) ?? '' }
}
