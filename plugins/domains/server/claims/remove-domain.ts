import { Problem, type Queries, type WorkspaceScope } from '@host/plugin'
import { domainRemoved } from '../events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { lockDomain, type DomainRow } from './domain-rows.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/**
 * Removes a domain and its proof. Host names that features have on it stay assigned and answer no longer.
 * @returns those host names @throws Problem `not_found`
 */
export async function removeDomainFrom(parts: Parts, { db, orgId, audit }: Caller, id: string) {
  return await db.transaction(async (tx) => {
    const row = await lockDomain(tx, id)
    if (row === undefined) throw new Problem('not_found')
    const below = await parts.edge.hostsBelow(orgId, row.name)
    const hosts = below.map(({ host, plugin }) => ({ host, plugin }))
    audit.describe({ target: `domain:${id}`, before: { name: row.name, state: row.state } })
    await disprove(parts, orgId, row)
    await deleteDomain(parts, tx, { orgId, row, reason: 'user' })
    return { hosts }
  })
}

/** Deletes a row, and its job with it. Inside a transaction. */
export async function deleteDomain(
  { events }: Pick<Parts, 'events'>,
  tx: Queries<Tables>,
  {
    orgId,
    row,
    reason,
  }: { readonly orgId: string; readonly row: DomainRow; readonly reason: 'user' | 'expired' | 'operator' },
): Promise<void> {
  await tx.deleteFrom('domains_domains').where('id', '=', row.id).execute()
  await events.publish(domainRemoved, orgId, { domainId: row.id, name: row.name, reason })
}

/** Takes the proof of a domain back, where there is one. Inside a transaction. */
export async function disprove(
  { edge }: Pick<Parts, 'edge'>,
  orgId: string,
  { name, state }: Pick<DomainRow, 'name' | 'state'>,
): Promise<void> {
  if (state !== 'verified' && state !== 'failing') return
  try {
    await edge.disprove(orgId, name)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error
  }
}
