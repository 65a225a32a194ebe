import type { Prerequisite } from '@host/dns'
import { DnsError } from '@host/dns'
import type { ReadQueries } from '@host/plugin'
import type { Tables } from '../models.ts'
import { aliasType } from '../records/alias-type.ts'
import { findServed } from './served-rows.ts'
import { setNames } from './updated-sets.ts'
import { recordsOf, startOfAuthority, type LoadParts } from './zone-content.ts'

/** A zone in the database. */
export interface StoredZone {
  readonly db: ReadQueries<Tables>
  /** Without a dot at the end. */
  readonly zone: string
}

/**
 * Compares the prerequisites of an update with a zone as it is stored: the version in memory may be older.
 * @throws DnsError as `checkPrerequisites`, `refused` for a zone that is gone
 */
export async function requirePrerequisites(
  { library, serving }: Pick<LoadParts, 'library' | 'serving'>,
  { db, zone }: StoredZone,
  prerequisites: readonly Prerequisite[],
): Promise<void> {
  if (prerequisites.length === 0) return
  const row = await findServed(db, zone)
  if (row === undefined) throw new DnsError('refused', 'The zone is gone.')
  const sets = db.selectFrom('domains_served_sets').select('value').where('served_id', '=', row.id)
  const names = setNames(prerequisites.map(({ name }) => name))
  const found = await sets.where('name', 'in', names).where('type', '<>', aliasType).execute()
  const serial = serving.effectiveSerial(row.serial)
  const records = [startOfAuthority({ name: zone, serial }, serving.names[0])]
  for (const { value } of found) records.push(...recordsOf(value))
  library.checkPrerequisites(library.buildServedZone(`${zone}.`, records), prerequisites)
}
