import type { DnsRecordKey } from '@host/plugin'
import { recordChanged } from '../events.ts'
import type { Parts } from '../parts.ts'

/** Record sets of a zone that changed. */
export interface ChangedRecords {
  readonly zone: { readonly id: string; readonly name: string }
  readonly keys: readonly DnsRecordKey[]
  readonly isDrift: boolean
}

const mostNamed = 50

/** Publishes a change of records. Inside the transaction of the change of the copy. */
export async function publishRecords(
  { events }: Pick<Parts, 'events'>,
  orgId: string,
  { zone, keys, isDrift }: ChangedRecords,
): Promise<void> {
  await events.publish(recordChanged, orgId, {
    zoneId: zone.id,
    zone: zone.name,
    count: keys.length,
    records: keys.slice(0, mostNamed).map(({ name, type }) => ({ name, type })),
    isDrift,
  })
}
