import type * as z from 'zod/mini'
import { listOf, type ListPage, type WorkspaceScope } from '@host/plugin'
import { wordingIn } from '@host/plugin/platform'
import type { listReadOnlyRecords, ReadOnlyRecordSet } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { selectZone } from '../zones/zone-rows.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'language'> & {
  readonly input: z.infer<typeof listReadOnlyRecords.input>
}

const columns = ['id', 'name', 'shown_name', 'type', 'place', 'content', 'reason'] as const

/** The record sets of a zone that the provider only shows. @throws Problem `not_found` */
export async function listedReadOnly(scope: Scope, zoneId: string): Promise<ListPage<ReadOnlyRecordSet>> {
  const { db, language } = scope
  const { id } = await selectZone(db, zoneId)
  return await listOf(scope, db.selectFrom('domains_read_only_sets').select(columns).where('zone_id', '=', id), {
    usual: 'name',
    sort: { name: 'place' },
    search: ['name', 'shown_name', 'content'],
    item: ({ name, shown_name: shownName, type, content, reason }) => ({
      name,
      shownName,
      type,
      content: content.split('\n'),
      reason: wordingIn(reason, language),
    }),
  })
}
