import { Problem, type Queries, type ReadQueries } from '@host/plugin'
import type { Domain, DomainDetails } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { zoneOfName } from '../zones/zone-rows.ts'
import { challengeRecord } from './challenge.ts'

type Db = Queries<Tables>

/** Columns of a list. */
export const listedColumns = [
  'id',
  'name',
  'shown_name',
  'state',
  'outcome',
  'checked_at',
  'verified_at',
  'failing_since',
  'expires_at',
  'created_at',
] as const

const allColumns = [...listedColumns, 'challenge', 'last_check', 'attempts', 'next_check_at', 'check_job'] as const

/** A row with all that the plugin reads of it. */
export type DomainRow = Awaited<ReturnType<typeof selectDomain>>

/** A domain of the workspace. @throws Problem `not_found` */
export async function selectDomain(db: ReadQueries<Tables>, id: string) {
  const row = await db.selectFrom('domains_domains').select(allColumns).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** A domain of the workspace, locked until the transaction ends; undefined when it is gone. */
export async function lockDomain(db: Db, id: string): Promise<DomainRow | undefined> {
  const query = db.selectFrom('domains_domains').select(allColumns).where('id', '=', id).forUpdate()
  return await query.executeTakeFirst()
}

/** A domain as a list answers it. */
export function listedDomain(row: Pick<DomainRow, (typeof listedColumns)[number]>): Domain {
  return {
    id: row.id,
    name: row.shown_name,
    asciiName: row.name,
    state: row.state,
    outcome: row.outcome,
    checkedAt: row.checked_at,
    verifiedAt: row.verified_at,
    failingSince: row.failing_since,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  }
}

/** A domain with everything. @throws Problem `not_found` */
export async function shownDomain(db: Db, id: string): Promise<DomainDetails> {
  const row = await selectDomain(db, id)
  const challenge = challengeRecord(row.name, row.challenge)
  const zone = await zoneOfName(db, challenge.name)
  return {
    ...listedDomain(row),
    challenge: { type: 'TXT', ...challenge },
    check: row.last_check,
    zone: zone === undefined ? null : { id: zone.id, name: zone.shown_name },
  }
}
