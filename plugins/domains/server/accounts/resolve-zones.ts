import type { DnsProviderZone, Queries } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { knownTitle } from '../records/change-titles.ts'
import { recordSets } from '../records/record-kind.ts'
import { placeZone } from '../zones/zone-urgency.ts'

/** An account whose settings changed. */
export interface ChangedAccount {
  readonly orgId: string
  readonly id: string
  readonly offered: readonly DnsProviderZone[]
}

/**
 * Finds the zones of an account again: other settings may be another account, where the same names have other IDs. A zone
 * stays the one that it is while the account has it, and is none of several that share its name.
 * @throws Problem `target_busy` where a zone would become another one while a changeset holds it
 */
export async function resolveZones(
  { changesets }: Pick<Parts, 'changesets'>,
  tx: Queries<Tables>,
  { orgId, id: accountId, offered }: ChangedAccount,
): Promise<void> {
  const byName = Map.groupBy(offered, ({ name }) => name)
  const zones = await tx
    .selectFrom('domains_zones')
    .select(['id', 'name', 'shown_name', 'provider_zone', 'version'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, name, shown_name: shownName, provider_zone: present, version } of zones) {
    const found = foundIn(byName.get(name) ?? [], present)
    const set =
      found === undefined
        ? { problem: 'not_found' }
        : { problem: null, ...(found !== present && { provider_zone: found, version: version + 1 }) }
    if (found !== undefined && found !== present) {
      const drift = { ...knownTitle('zone_found', { zone: shownName }), steps: [] }
      await changesets.recordDrift(orgId, { kind: recordSets, target: id }, drift)
    }
    await tx.updateTable('domains_zones').set(set).where('id', '=', id).execute()
    await placeZone(tx, id)
  }
}

function foundIn(named: readonly DnsProviderZone[], present: string): string | undefined {
  if (named.some(({ id }) => id === present)) return present
  return named.length === 1 ? named[0]?.id : undefined
}
