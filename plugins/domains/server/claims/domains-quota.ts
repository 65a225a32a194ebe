import type { QuotaDefinition } from '@host/plugin'
import { domainLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'

/** The quota of domains that a plan may set. */
export const domainsQuota: QuotaDefinition<Tables> = {
  name: 'domains',
  title: { en: 'Domains', zh: '域名' },
  most: domainLimits.domains,
  used: async ({ db }) => (await db.selectFrom('domains_domains').select('id').execute()).length,
  records: async (db, { skip, limit }) => {
    const domains = db.selectFrom('domains_domains').select(['id', 'shown_name'])
    const rows = await domains.orderBy('id').offset(skip).limit(limit).execute()
    return rows.map(({ id, shown_name: title }) => ({ id, title, path: `/domains/${id}` }))
  },
}
