import type { EmailAddress } from '../../shared.ts'
import { MailSending } from '@host/plugin/platform'
import { domainOf } from '../mailboxes/mailbox-rows.ts'
import { provedDomains } from '../mailboxes/proved-domains.ts'
import type { Parts } from '../parts.ts'
import { selectTransports } from './transport-rows.ts'

/**
 * The sender of a workspace's automatic emails: that of the first transport that names one, on a domain that the workspace
 * still owns; otherwise that of the instance. Undefined where neither is there.
 */
export async function automaticSender(
  parts: Pick<Parts, 'ctx' | 'edge'>,
  orgId: string,
): Promise<EmailAddress | undefined> {
  const { ctx, edge } = parts
  const db = ctx.db.inWorkspace(orgId, 'find the sender of an automatic email')
  const rows = await selectTransports(db).where('is_on', '=', true).where('system_from', 'is not', null).execute()
  const domains = rows.length === 0 ? new Set() : await provedDomains(edge, orgId)
  const own = rows.find(({ system_from: address }) => address !== null && domains.has(domainOf(address)))
  if (own !== undefined) return { name: '', address: own.system_from ?? '' }
  return ctx.lookup(MailSending)?.from
}
