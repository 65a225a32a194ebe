import type * as z from 'zod/mini'
import { listOf, type ListPage, type WorkspaceScope } from '@host/plugin'
import type { ListedRecordSet, listRecords } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { setOfRow } from '../zones/zone-copy.ts'
import { selectZone } from '../zones/zone-rows.ts'
import { watchesOf } from '../watches/shown-watch.ts'
import { foreignOwners } from './foreign-marks.ts'
import { recordSets } from './record-kind.ts'
import { keyText } from './record-set.ts'
import { shownRecord } from './shown-record.ts'
import { marksOf, takeoversOf } from './takeovers.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId'> & { readonly input: z.infer<typeof listRecords.input> }

const columns = ['id', 'name', 'shown_name', 'type', 'place', 'ttl', 'data', 'comment', 'is_proxied'] as const

/** The record sets of a zone with their owners. @throws Problem `not_found` */
export async function listedRecords(parts: Parts, scope: Scope, zoneId: string): Promise<ListPage<ListedRecordSet>> {
  const { db, orgId } = scope
  const { id } = await selectZone(db, zoneId)
  const owners = await parts.changesets.owners(orgId, { kind: recordSets, target: id })
  const foreign = foreignOwners(await marksOf(db, id))
  const takeovers = await takeoversOf(db, id)
  const watches = await watchesOf(db, id)
  const rows = db.selectFrom('domains_records').select(columns).where('zone_id', '=', id)
  return await listOf(scope, rows, {
    usual: 'name',
    sort: { name: 'place', type: 'type', ttl: 'ttl' },
    filter: { type: 'type', name: 'name' },
    search: ['name', 'shown_name', 'data', 'comment'],
    item: (row) => {
      const key = keyText(row)
      const owner = owners.get(key)
      return {
        ...shownRecord(setOfRow(row)),
        shownName: row.shown_name,
        owner: owner === undefined ? null : { plugin: owner.plugin, note: owner.note },
        foreignOwner: foreign.get(key) ?? null,
        takeover: foreign.has(key) ? (takeovers.get(key) ?? null) : null,
        watch: watches.get(key) ?? null,
      }
    },
  })
}
