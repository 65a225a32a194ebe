import type { DnsRecordSet } from '@host/plugin'
import type { OpenZone } from '../zones/open-zone.ts'
import { byKey } from '../zones/zone-copy.ts'
import { keyOf } from './record-set.ts'

/** More keys than this are cheaper to read with all the others. */
const mostKeys = 100

/**
 * The record sets that a zone has at its provider by the text of their keys: those of the keys, or all.
 * @throws Problem as `DnsAccount.records`
 */
export async function presentSets(
  { account, zone }: Pick<OpenZone, 'account' | 'zone'>,
  keys?: readonly string[],
): Promise<ReadonlyMap<string, DnsRecordSet>> {
  const some = keys === undefined || keys.length > mostKeys ? undefined : keys.map(keyOf)
  return byKey((await account.records(zone, some)).sets)
}
