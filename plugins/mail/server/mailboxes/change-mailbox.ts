import { Problem, type EndpointInput, type Queries, type WorkspaceScope } from '@host/plugin'
import type { changeMailbox } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { addressesOf } from '../compose/senders.ts'
import { domainUnknown } from './mailbox-problems.ts'
import { domainOf } from './mailbox-rows.ts'
import { requireOpenMailbox } from './mailboxes-quota.ts'
import { provedDomains } from './proved-domains.ts'
import { catchAllFor, insertAddresses, releaseLost, wantedAddresses } from './write-addresses.ts'

type Changer = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>
type Change = EndpointInput<typeof changeMailbox>

/** Changes what is given. @throws Problem `not_found`, `invalid_input`, `conflict` */
export async function changeMailboxIn(parts: Parts, { db, orgId, audit }: Changer, input: Change): Promise<void> {
  const { id } = input
  const known = await db.selectFrom('mail_mailboxes').select('address').where('id', '=', id).executeTakeFirst()
  if (known === undefined) throw new Problem('not_found')
  await requireOpenMailbox(parts, { db, orgId }, id)
  // Addresses that it has may stay where the workspace has lost their domain.
  const kept = await addressesOf(db, id)
  const domains = await provedDomains(parts.edge, orgId)
  const aliases = input.aliases && wantedAddresses(domains, { aliases: input.aliases, kept })
  const rest = input.isCatchAll === true ? [catchAllFor(known.address)] : []
  const isOwn = rest.every(({ address }) => domains.has(domainOf(address)) || kept.has(address))
  if (!isOwn) throw domainUnknown('isCatchAll')
  await releaseLost(parts, orgId, [...(aliases ?? []), ...rest])
  await db.transaction(async (tx) => {
    const before = await tx.selectFrom('mail_mailboxes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (before === undefined) throw new Problem('not_found')
    const had = await tx.selectFrom('mail_addresses').select(['address', 'kind']).where('mailbox_id', '=', id).execute()
    const columns = changedColumns(input)
    if (Object.keys(columns).length > 0) {
      await tx.updateTable('mail_mailboxes').set(columns).where('id', '=', id).execute()
    }
    if (aliases !== undefined) {
      await dropAddresses(tx, id, 'alias')
      await insertAddresses(tx, id, aliases)
    }
    if (input.isCatchAll !== undefined) {
      await dropAddresses(tx, id, 'catch-all')
      await insertAddresses(tx, id, rest)
    }
    const { id: _id, ...after } = input
    audit.describe({
      target: `mailbox:${id}`,
      before: {
        name: before.name,
        aliases: had.filter(({ kind }) => kind === 'alias').map(({ address }) => address),
        isCatchAll: had.some(({ kind }) => kind === 'catch-all'),
        takesPlus: before.takes_plus,
        onDmarcReject: before.on_dmarc_reject,
        onDmarcQuarantine: before.on_dmarc_quarantine,
        retentionDays: before.retention_days,
        shortensLinks: before.shortens_links,
      },
      after,
    })
  })
}

function changedColumns(input: Change) {
  return {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.takesPlus !== undefined && { takes_plus: input.takesPlus }),
    ...(input.onDmarcReject !== undefined && { on_dmarc_reject: input.onDmarcReject }),
    ...(input.onDmarcQuarantine !== undefined && { on_dmarc_quarantine: input.onDmarcQuarantine }),
    ...(input.retentionDays !== undefined && { retention_days: input.retentionDays }),
    ...(input.shortensLinks !== undefined && { shortens_links: input.shortensLinks }),
  }
}

async function dropAddresses(tx: Queries<Tables>, mailboxId: string, kind: 'alias' | 'catch-all'): Promise<void> {
  await tx.deleteFrom('mail_addresses').where('mailbox_id', '=', mailboxId).where('kind', '=', kind).execute()
}
