import type { ChangeHandler, DnsRecordSet, TargetState, WorkspaceContext } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { openZone } from '../zones/open-zone.ts'
import { byKey, changeCopy, readCopy, readSome, type CopyChange } from '../zones/zone-copy.ts'
import { followChanges } from '../watches/follow-changes.ts'
import { lockZone, selectZone } from '../zones/zone-rows.ts'
import { judgeRecords } from './judge-records.ts'
import { presentSets } from './present-sets.ts'
import { publishRecords } from './publish-records.ts'
import { isSameValue, keyOf, keyText, setOf, valueOf, type RecordValue } from './record-set.ts'

type Handler = ChangeHandler<RecordValue, Tables>
type Scope = WorkspaceContext<Tables>

/** Reads and writes record sets at the provider of their zone. */
export function recordHandler(parts: Parts): Handler {
  return {
    read: (scope, target, keys) => readRecords(parts, scope, { target, keys }),
    recorded: async ({ db }, target) => {
      const { shown_name: title } = await selectZone(db, target)
      return { title, values: valuesOf(await readCopy(db, target)) }
    },
    write: async (scope, target, { key, before, after }) => {
      const { account, zone } = await openZone(parts, scope, target)
      const place = keyOf(key)
      const change = { before: before && setOf(place, before), after: after && setOf(place, after) }
      await account.write(zone, { ...place, ...change })
    },
    judge: (scope, part, state) => judgeRecords(parts, scope, { part, state }),
    settled: (scope, { target, steps }) =>
      settle(parts, scope, {
        zoneId: target,
        changes: steps.map(({ key, after }) => ({ ...keyOf(key), value: after })),
      }),
  }
}

async function readRecords(
  parts: Parts,
  scope: Scope,
  { target, keys }: { readonly target: string; readonly keys: readonly string[] | undefined },
): Promise<TargetState<RecordValue>> {
  const zone = await openZone(parts, scope, target)
  const sets = await presentSets(zone, keys)
  return { title: zone.row.shown_name, values: valuesOf(sets.values()) }
}

function valuesOf(sets: Iterable<DnsRecordSet>): ReadonlyMap<string, RecordValue> {
  return new Map(Array.from(sets, (set) => [keyText(set), valueOf(set)]))
}

interface Settled {
  readonly zoneId: string
  readonly changes: readonly CopyChange[]
}

/** Brings the copy up to date, and publishes the event with the first of such calls. */
async function settle(parts: Parts, { db, orgId }: Scope, { zoneId, changes }: Settled): Promise<void> {
  await db.transaction(async (tx) => {
    const zone = await lockZone(tx, zoneId)
    if (zone === undefined) return
    await followChanges(parts, tx, { orgId, zoneId, changes })
    const copy = byKey(await readSome(tx, zoneId, changes))
    const news = changes.filter(({ value, ...key }) => {
      const known = copy.get(keyText(key))
      return value === null ? known !== undefined : known === undefined || !isSameValue(valueOf(known), value)
    })
    if (news.length === 0) return
    await changeCopy(tx, zone, news)
    await publishRecords(parts, orgId, { zone, keys: news, isDrift: false })
  })
  parts.live.changed(orgId, ['/api/x/domains/zones'])
}
