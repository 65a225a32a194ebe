import { Problem, type DnsRecordKey, type Queries, type WorkspaceScope } from '@host/plugin'
import { domainLimits, type Watch } from '../../shared.ts'
import { momentAfter } from '../checks/check-schedule.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { aliasType } from '../records/alias-type.ts'
import { ofAlias, unknown } from '../records/check-set.ts'
import { invalid, readKey } from '../records/read-key.ts'
import { recordSets } from '../records/record-kind.ts'
import { keyText } from '../records/record-set.ts'
import { readSome } from '../zones/zone-copy.ts'
import { lockZones, selectZone } from '../zones/zone-rows.ts'
import { placeZone } from '../zones/zone-urgency.ts'
import { countOwned } from './follow-owners.ts'
import { scheduleWatch } from './schedule-watch.ts'
import { shownWatch } from './shown-watch.ts'
import { rowOfSet, watchColumns } from './watch-rows.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/** A choice of a user. */
export interface WatchChoice extends DnsRecordKey {
  readonly id: string
  readonly isWatched: boolean
}

/**
 * Begins or ends the watch of a record set. Its present values are expected from now on.
 * @returns null when it is not watched @throws Problem `not_found`, `invalid_input`; `conflict` over the limit
 */
export async function watchSet(parts: Parts, { db, orgId, audit }: Scope, choice: WatchChoice): Promise<Watch | null> {
  const zone = await selectZone(db, choice.id)
  const key = readKey(zone.name, choice)
  const owners = await parts.changesets.owners(orgId, { kind: recordSets, target: zone.id })
  audit.describe({ target: `dns_zone:${zone.id}`, after: { ...key, isWatched: choice.isWatched } })
  return await db.transaction(async (tx) => {
    // All zones, so that two requests can't pass the limit together.
    await lockZones(tx)
    if (choice.isWatched) await begin(parts, tx, { zoneId: zone.id, key })
    else await end(tx, { zoneId: zone.id, key, isOwned: owners.has(keyText(key)) })
    await placeZone(tx, zone.id)
    if (choice.isWatched) await scheduleWatch(parts, tx, { orgId, id: zone.id })
    const row = await rowOf(tx, { zoneId: zone.id, key })
    return row === undefined ? null : shownWatch(row)
  })
}

interface Place {
  readonly zoneId: string
  readonly key: DnsRecordKey
}

async function rowOf(tx: Queries<Tables>, { zoneId, key }: Place) {
  const all = tx.selectFrom('domains_watches').select(watchColumns).where('zone_id', '=', zoneId)
  return await all.where('name', '=', key.name).where('type', '=', key.type).executeTakeFirst()
}

async function begin({ clock }: Parts, tx: Queries<Tables>, place: Place): Promise<void> {
  const [set] = await readSome(tx, place.zoneId, [place.key])
  if (set === undefined) throw invalid('name', unknown)
  if (set.type === aliasType) throw invalid('type', ofAlias)
  const known = await rowOf(tx, place)
  if (known?.is_chosen === true) return
  const { count } = await tx
    .selectFrom('domains_watches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('is_chosen', '=', true)
    .executeTakeFirstOrThrow()
  if (count >= domainLimits.watches) throw new Problem('conflict', tooMany)
  if (known === undefined) {
    const row = { ...rowOfSet(place.zoneId, set, momentAfter(clock())), is_chosen: true }
    await tx.insertInto('domains_watches').values(row).execute()
  } else await tx.updateTable('domains_watches').set({ is_chosen: true }).where('id', '=', known.id).execute()
}

async function end(tx: Queries<Tables>, { isOwned, ...place }: Place & { readonly isOwned: boolean }): Promise<void> {
  const known = await rowOf(tx, place)
  if (known === undefined) return
  // Its owner no longer needs a record set that was deleted outside.
  const isPresent = (await readSome(tx, place.zoneId, [place.key])).length > 0
  const hasRoom = !known.is_chosen || (await countOwned(tx)) < domainLimits.ownedWatches
  const isKept = isOwned && isPresent && hasRoom
  if (isKept) await tx.updateTable('domains_watches').set({ is_chosen: false }).where('id', '=', known.id).execute()
  else await tx.deleteFrom('domains_watches').where('id', '=', known.id).execute()
}

const tooMany = {
  detail: {
    en: `This workspace has reached the limit of ${domainLimits.watches} watched record sets.`,
    zh: `此工作区已有 ${domainLimits.watches} 个受监视的记录集。`,
  },
  nextStep: {
    en: 'Turn off the background check of another record set, then try again.',
    zh: '请先关闭其他记录集的后台检查，然后重试。',
  },
}
