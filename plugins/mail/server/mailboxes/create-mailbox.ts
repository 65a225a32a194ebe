import { withinPlan, type EndpointInput, type WorkspaceScope } from '@host/plugin'
import { folders, localPartOf, mailLimits, type createMailbox } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { provedDomains } from './proved-domains.ts'
import { countMailbox } from './mailbox-totals.ts'
import { mailboxesQuota } from './mailboxes-quota.ts'
import { insertAddresses, releaseLost, wantedAddresses } from './write-addresses.ts'

type Creator = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit'>

/** Creates a mailbox that its creator may read. @returns its ID @throws Problem `invalid_input`, `conflict`, `quota_exceeded` */
export async function createMailboxIn(
  parts: Parts,
  { db, orgId, userId, audit }: Creator,
  input: EndpointInput<typeof createMailbox>,
): Promise<string> {
  const wanted = wantedAddresses(await provedDomains(parts.edge, orgId), input)
  await releaseLost(parts, orgId, wanted)
  const address = wanted[0]?.address ?? ''
  return await withinPlan(parts.ctx, { db, orgId, quota: mailboxesQuota }, async (tx, allow) => {
    allow(await countMailbox(tx), 1)
    const { id } = await tx
      .insertInto('mail_mailboxes')
      .values({
        address,
        name: input.name ?? (localPartOf(address) ?? address).slice(0, mailLimits.mailboxName),
        takes_plus: input.takesPlus ?? true,
        on_dmarc_reject: input.onDmarcReject ?? 'refuse',
        on_dmarc_quarantine: input.onDmarcQuarantine ?? 'spam',
        retention_days: input.retentionDays ?? null,
        shortens_links: input.shortensLinks ?? false,
        created_by: userId,
        created_at: new Date(parts.clock()).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertAddresses(tx, id, wanted)
    await tx
      .insertInto('mail_counts')
      .values(folders.map((folder) => ({ mailbox_id: id, folder })))
      .execute()
    await tx.insertInto('mail_access').values({ mailbox_id: id, user_id: userId }).execute()
    audit.describe({ target: `mailbox:${id}`, after: { address, addresses: wanted.map((each) => each.address) } })
    return id
  })
}
