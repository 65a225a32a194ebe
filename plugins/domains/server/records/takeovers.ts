/**
 * Takeovers: record sets that a tool outside has marked and that this workspace changes nevertheless. The mark stays in
 * the zone; who took a set over, and when, is stored here. Without a takeover such a record set is read-only.
 */
import { Problem, type DnsRecordKey, type ReadQueries, type WorkspaceScope, type Wording } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { readSome } from '../zones/zone-copy.ts'
import { lockZone } from '../zones/zone-rows.ts'
import { knownTitle } from './change-titles.ts'
import { foreignOwners, type Mark } from './foreign-marks.ts'
import { invalid, readKey } from './read-key.ts'
import { recordSets } from './record-kind.ts'
import { keyText } from './record-set.ts'

/** Who took a record set over, and when. */
export interface Takeover {
  readonly by: { readonly id: string; readonly name: string | null }
  /** As ISO 8601. */
  readonly at: string
}

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit'>
type Wanted = DnsRecordKey & { readonly id: string }

/** The marks in the copy of a zone. */
export async function marksOf(db: ReadQueries<Tables>, zoneId: string): Promise<readonly Mark[]> {
  const rows = await db
    .selectFrom('domains_records')
    .select(['name', 'mark'])
    .where('zone_id', '=', zoneId)
    .where('mark', 'is not', null)
    .execute()
  return rows.map(({ name, mark }) => ({ name, owner: mark ?? '' }))
}

/** The takeovers of a zone by the text of their keys. */
export async function takeoversOf(db: ReadQueries<Tables>, zoneId: string): Promise<ReadonlyMap<string, Takeover>> {
  const rows = await db
    .selectFrom('domains_takeovers')
    .select(['name', 'type', 'taken_by', 'taken_at'])
    .where('zone_id', '=', zoneId)
    .execute()
  const ids = [...new Set(rows.map(({ taken_by: id }) => id))]
  const users =
    ids.length === 0 ? [] : await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(users.map(({ id, name }) => [id, name]))
  return new Map(
    rows.map(({ taken_by: id, taken_at: at, ...key }) => [
      keyText(key),
      { by: { id, name: names.get(id) ?? null }, at },
    ]),
  )
}

/**
 * Takes a record set over from the tool outside that manages it; one that is taken over already stays as it is.
 * @throws Problem `not_found`, `invalid_input` for a record set that the zone hasn't, `conflict` for one without a mark
 */
export async function takeOver(parts: Parts, { db, orgId, userId, audit }: Scope, wanted: Wanted): Promise<void> {
  await db.transaction(async (tx) => {
    const zone = await lockZone(tx, wanted.id)
    if (zone === undefined) throw new Problem('not_found')
    const key = readKey(zone.name, wanted)
    const [set] = await readSome(tx, zone.id, [key])
    if (set === undefined) throw invalid('name', unknown)
    const owner = foreignOwners(await marksOf(tx, zone.id)).get(keyText(key))
    if (owner === undefined) throw new Problem('conflict', { detail: unmarked })
    if ((await takeoversOf(tx, zone.id)).has(keyText(key))) return
    const taken = { zone_id: zone.id, ...key, taken_by: userId, taken_at: new Date(parts.clock()).toISOString() }
    await tx.insertInto('domains_takeovers').values(taken).execute()
    audit.describe({ target: `dns_zone:${zone.id}`, after: { ...key, owner } })
  })
  parts.live.changed(orgId, ['/api/x/domains/zones'])
}

/**
 * Hands a record set back to its tool outside. Plans that wait are stale afterwards, since they may change it.
 * @throws Problem `not_found`; `target_busy` while a changeset is applied
 */
export async function handBack(parts: Parts, { db, orgId, audit }: Scope, wanted: Wanted): Promise<void> {
  await db.transaction(async (tx) => {
    const zone = await lockZone(tx, wanted.id)
    if (zone === undefined) throw new Problem('not_found')
    const key = readKey(zone.name, wanted)
    if (!(await takeoversOf(tx, zone.id)).has(keyText(key))) return
    await tx
      .deleteFrom('domains_takeovers')
      .where('zone_id', '=', zone.id)
      .where('name', '=', key.name)
      .where('type', '=', key.type)
      .execute()
    const of = { kind: recordSets, target: zone.id }
    const drift = { ...knownTitle('handed_back', { record: keyText(key) }), steps: [] }
    await parts.changesets.recordDrift(orgId, of, drift)
    audit.describe({ target: `dns_zone:${zone.id}`, before: { ...key } })
  })
  parts.live.changed(orgId, ['/api/x/domains/zones'])
}

/** Why a record set of a tool outside is not changed. */
export function readOnlyWording(owner: string): Wording {
  return {
    en: `${owner} manages this record set from outside. An admin can choose "Take over" on it to edit it here.`,
    zh: `此记录集由外部的 ${owner} 管理。管理员可在该记录集上选择“接管”，然后在此编辑。`,
  }
}

const unknown = { en: 'The zone has no such records.', zh: '该区域没有此记录。' }
const unmarked = { en: 'No tool outside manages this record set.', zh: '没有外部工具管理此记录集。' }
