import type { DnsRecordKey, DnsRecordSet, WorkspaceScope } from '@host/plugin'
import type { RecordCheck } from '../../shared.ts'
import type { DomainRecords } from '../checks/check-record.ts'
import { requireTurn, tooMany } from '../checks/require-turn.ts'
import { runSetCheck } from '../checks/run-set-check.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { readSome } from '../zones/zone-copy.ts'
import { selectZone } from '../zones/zone-rows.ts'
import { aliasType } from './alias-type.ts'
import { invalid, readKey } from './read-key.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'signal'>

/**
 * Asks the servers of a zone for one of its record sets, for a user who waits for it.
 * @throws Problem `not_found`, `invalid_input` for a record set that the zone hasn't, `too_many_requests`
 */
export async function checkSet(
  parts: Parts,
  { db, orgId, signal }: Caller,
  { id, ...key }: DnsRecordKey & { readonly id: string },
): Promise<RecordCheck> {
  const zone = await selectZone(db, id)
  const [set] = await readSome(db, id, [readKey(zone.name, key)])
  if (set === undefined) throw invalid('name', unknown)
  if (set.type === aliasType) throw invalid('type', ofAlias)
  await requireTurn(parts, orgId, zone.name)
  const check = await parts.slots.run(orgId, () => runSetCheck(parts, expectedSet(zone.name, set), signal))
  if (check === undefined) throw tooMany(1)
  return check
}

/** A record set as the servers of its zone are to have it. */
export function expectedSet(domain: string, { name, type, data, isProxied = false }: DnsRecordSet): DomainRecords {
  return { domain, name, type, data, isWhole: true, isProxied }
}

/** Refusal of checks of ALIAS records. */
export const ofAlias = {
  en: 'An ALIAS record is answered with addresses, which are looked up all the time.',
  zh: 'ALIAS 记录以地址应答，这些地址会持续更新。',
}

/** Refusal of a record set that the zone hasn't. */
export const unknown = { en: 'The zone has no such records.', zh: '该区域没有此记录。' }
