import type * as z from 'zod/mini'
import { listOf, type ChangesetState, type ChangeTitle, type ListPage, type WorkspaceScope } from '@host/plugin'
import type { ChangesetSummary, listChangesets } from '../shared.ts'
import type { ChangeTexts } from './change-texts.ts'
import type { Tables } from './models.ts'

type ListScope = Pick<WorkspaceScope<Tables>, 'db' | 'now'> & { readonly input: z.infer<typeof listChangesets.input> }

const columns = [
  'c.id',
  'c.plugin',
  'c.title',
  'c.title_code',
  'c.title_params',
  'c.state',
  'c.planned_by',
  'c.created_at',
  'c.expires_at',
  'c.finished_at',
  'c.reverts',
  'c.is_drift',
  'c.error',
  'c.count',
  'planner.name as planner_name',
] as const

/** The changesets of a workspace, the newest first. */
export async function listedChangesets(
  { db, now, input }: ListScope,
  texts: ChangeTexts,
): Promise<ListPage<ChangesetSummary>> {
  const moment = now().toISOString()
  const parts = db.selectFrom('host_change_parts').select('changeset_id')
  const all = db
    .selectFrom('host_changesets as c')
    .leftJoin('users as planner', 'planner.id', 'c.planned_by')
    .select(columns)
  return await listOf({ db, input }, all, {
    id: 'c.id',
    sort: { createdAt: 'c.created_at' },
    usual: '-createdAt',
    search: ['c.title'],
    filter: {
      // A plan whose hour is over counts as expired even before the sweep.
      state: {
        where: (build, state) => {
          const isWaiting = build('c.state', 'in', ['planned', 'approved'])
          const isOver = build('c.expires_at', '<=', moment)
          const isState = build('c.state', '=', state)
          if (state === 'expired') return build.or([isState, build.and([isWaiting, isOver])])
          return state === 'planned' || state === 'approved' ? build.and([isState, build.not(isOver)]) : isState
        },
      },
      plugin: { where: (build, value: string) => build('c.id', 'in', parts.where('plugin', '=', value)) },
      kind: { where: (build, value: string) => build('c.id', 'in', parts.where('kind', '=', value)) },
    },
    item: (row) => ({ ...summaryOf(row, moment), title: texts.titleOf({ ...row, titleText: titleTextOf(row) }) }),
  })
}

/** The title of a row in every language. */
export function titleTextOf({ title_code: code, title_params: params }: TitleRow): ChangeTitle | null {
  return code === null ? null : { code, params: params ?? {} }
}

interface TitleRow {
  readonly title_code: string | null
  readonly title_params: NonNullable<ChangeTitle['params']> | null
}

interface Row {
  readonly id: string
  readonly plugin: string
  readonly title: string
  readonly state: ChangesetState
  readonly planned_by: string | null
  readonly created_at: string
  readonly expires_at: string
  readonly finished_at: string | null
  readonly reverts: string | null
  readonly is_drift: boolean
  readonly error: string | null
  readonly count: number
  readonly planner_name: string | null
}

function summaryOf(row: Row, moment: string): ChangesetSummary {
  const { id, plugin, title, state, reverts, error, count } = row
  const isOver = (state === 'planned' || state === 'approved') && row.expires_at <= moment
  return {
    id,
    plugin,
    title,
    state: isOver ? 'expired' : state,
    plannedBy: row.planned_by === null ? null : { id: row.planned_by, name: row.planner_name },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    finishedAt: row.finished_at,
    reverts,
    isDrift: row.is_drift,
    error,
    count,
  }
}
