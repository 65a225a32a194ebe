import type * as z from 'zod/mini'
import { listOf, type ListPage, type WorkspaceScope } from '@host/plugin'
import type { ChangesetSummary, listChangesets } from '../shared.ts'
import type { Tables } from './models.ts'

type ListScope = Pick<WorkspaceScope<Tables>, 'db' | 'now'> & { readonly input: z.infer<typeof listChangesets.input> }

const columns = [
  'id',
  'plugin',
  'title',
  'state',
  'planned_by',
  'created_at',
  'expires_at',
  'finished_at',
  'reverts',
  'is_drift',
  'error',
  'count',
] as const

/** The changesets of a workspace, the newest first. */
export async function listedChangesets({ db, now, input }: ListScope): Promise<ListPage<ChangesetSummary>> {
  const moment = now().toISOString()
  const parts = db.selectFrom('host_change_parts').select('changeset_id')
  return await listOf({ db, input }, db.selectFrom('host_changesets').select(columns), {
    sort: { createdAt: 'created_at' },
    usual: '-createdAt',
    filter: {
      state: 'state',
      plugin: { where: (build, value: string) => build('id', 'in', parts.where('plugin', '=', value)) },
      kind: { where: (build, value: string) => build('id', 'in', parts.where('kind', '=', value)) },
    },
    item: ({
      planned_by: plannedBy,
      created_at: createdAt,
      expires_at: expiresAt,
      finished_at: finishedAt,
      is_drift: isDrift,
      state,
      ...row
    }) => {
      const isOver = (state === 'planned' || state === 'approved') && expiresAt <= moment
      return { ...row, state: isOver ? 'expired' : state, plannedBy, createdAt, expiresAt, finishedAt, isDrift }
    },
  })
}
