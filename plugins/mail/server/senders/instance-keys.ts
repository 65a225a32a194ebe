import type { DkimKey } from '@host/email'
import { MailSending } from '@host/plugin/platform'
import { provedDomains } from '../mailboxes/proved-domains.ts'
import type { Parts } from '../parts.ts'
import { domainOf } from '../queue/domains.ts'
import { signingKeys } from './signing-keys.ts'

/** Workspaces in which a domain was set up, of which at most one still has it. */
const mostOwners = 20

/**
 * The keys that sign emails from the address of the instance: those of the workspace that owns its domain. None for
 * another address, so that no workspace signs with the keys of another.
 */
export async function instanceKeys(
  parts: Pick<Parts, 'ctx' | 'openKeys' | 'edge'>,
  fromAddress: string,
): Promise<readonly DkimKey[]> {
  const { ctx, edge } = parts
  if (ctx.lookup(MailSending)?.from?.address !== fromAddress) return []
  const domain = domainOf(fromAddress)
  const rows = await ctx.db
    .asInstance('find the keys that sign emails of the instance')
    .selectFrom('mail_signing_keys')
    .select('org_id')
    .where('domain', '=', domain)
    .where('stage', '=', 'signing')
    .limit(mostOwners)
    .execute()
  for (const { org_id: orgId } of rows) {
    if ((await provedDomains(edge, orgId)).has(domain)) return await signingKeys(parts, orgId, domain)
  }
  return []
}
