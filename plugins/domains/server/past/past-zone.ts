import type { DnsRecordSet } from '@host/plugin'
import { keyOf, setOf, valueOf, type RecordValue } from '../records/record-set.ts'
import type { Parts } from '../parts.ts'
import { recordSets } from '../records/record-kind.ts'
import { placeOf } from '../records/record-names.ts'

/** The record sets of a zone as they were, in the order of their names. @throws Problem as `ChangesetsService.stateAt` */
export async function zoneAt(
  { changesets }: Pick<Parts, 'changesets'>,
  { orgId, zoneId }: { readonly orgId: string; readonly zoneId: string },
  at: string,
): Promise<readonly DnsRecordSet[]> {
  const { values } = await changesets.stateAt(orgId, { kind: recordSets, target: zoneId }, at)
  const sets = [...values].map(([key, value]) => setOf(keyOf(key), valueOf(value as RecordValue)))
  const placed = sets.map((set) => [placeOf(set), set] as const)
  return placed.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, set]) => set)
}
