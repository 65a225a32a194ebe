import type { QuotaDefinition } from '@host/plugin'
import { domainLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'

/** The quota of domains that a plan may set. */
export const domainsQuota: QuotaDefinition<Tables> = {
  name: 'domains',
  title: { en: 'Domains', zh: '域名' },
  most: domainLimits.domains,
  used: async ({ db }) => (await db.selectFrom('domains_domains').select('id').execute()).length,
}
