import type { Queries, QuotaDefinition } from '@host/plugin'
import { licenseLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'

/** The quota of licenses that a plan may set. Licenses that exist stay valid. */
export const licensesQuota: QuotaDefinition<Tables> = {
  name: 'licenses',
  title: { en: 'Licenses', zh: '许可证' },
  most: licenseLimits.licenses,
  used: async ({ db }) =>
    (await db.selectFrom('products_license_totals').select('licenses').executeTakeFirst())?.licenses ?? 0,
}

/** Counts new licenses, whose total is locked until the transaction ends. @returns how many there are with them */
export async function countMoreLicenses(tx: Queries<Tables>, licenses: number): Promise<number> {
  const counted = tx
    .insertInto('products_license_totals')
    .values({ licenses })
    .onConflict((conflict) =>
      conflict
        .column('org_id')
        .doUpdateSet((set) => ({ licenses: set('products_license_totals.licenses', '+', licenses) })),
    )
  return (await counted.returning('licenses').executeTakeFirstOrThrow()).licenses
}
