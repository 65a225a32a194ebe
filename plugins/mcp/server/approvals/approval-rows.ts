import type * as z from 'zod/mini'
import { listOf, Problem, type ListPage, type ListScope, type Queries } from '@host/plugin'
import type { ApiCaller } from '@host/plugin/platform'
import type { Approval, listApprovals } from '../../shared/approvals.ts'
import type { ApprovalParts } from './approval-parts.ts'
import type { Tables } from './models.ts'
import { toolFacts } from './tool-facts.ts'

/** The approvals visible to a caller: those of the workspace, of one user, or of one token. */
export type ApprovalView = { readonly tokenId?: string; readonly userId?: string }

type Db = Queries<Tables>
type Row = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

/**
 * The approvals visible to a session or a token. An agent never sees the calls of other tokens, whichever user its
 * token belongs to.
 */
export function viewOf(
  parts: ApprovalParts,
  { request, userId, role }: { readonly request: Request; readonly userId: string; readonly role: string },
): ApprovalView {
  const caller: ApiCaller | undefined = parts.calls.callerOf(request)
  if (caller !== undefined) return { tokenId: caller.tokenId }
  return role === 'member' ? { userId } : {}
}

/** Approvals, the newest first. */
export function listedApprovals(
  parts: ApprovalParts,
  scope: ListScope<Tables, z.infer<typeof listApprovals.input>>,
  view: ApprovalView,
): Promise<ListPage<Approval>> {
  const now = new Date(parts.clock()).toISOString()
  return listOf(scope, shown(scope.db, view), {
    id: 'a.id',
    filter: {
      // One that was not decided in time counts as expired even before the sweep.
      state: {
        where: (build, state) => {
          const isPending = build('a.state', '=', 'pending')
          const isOver = build('a.expires_at', '<=', now)
          if (state === 'waiting' || state === 'pending') return build.and([isPending, build('a.expires_at', '>', now)])
          if (state === 'decided') return build.or([build('a.state', '!=', 'pending'), isOver])
          if (state === 'expired') return build.or([build('a.state', '=', 'expired'), build.and([isPending, isOver])])
          return build('a.state', '=', state)
        },
      },
    },
    item: (row) => approvalOf(parts, row),
  })
}

/** One approval with its sealed fields. @throws Problem `not_found` also for those that the view hides */
export async function selectApproval(db: Db, view: ApprovalView, id: string) {
  const row = await shown(db, view)
    .select(['a.org_id', 'a.seal', 'a.input', 'a.erased_at', 'a.answer'])
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw noApproval()
  return row
}

/** One approval for output. @throws Problem `not_found` */
export async function shownApproval(parts: ApprovalParts, db: Db, id: string): Promise<Approval> {
  const row = await shown(db, {}).where('a.id', '=', id).executeTakeFirst()
  if (row === undefined) throw noApproval()
  return approvalOf(parts, row)
}

/** A row for output; one that was not decided in time counts as expired even before the sweep. */
export function approvalOf(parts: ApprovalParts, row: Row): Approval {
  const { id, state, tool, pattern } = row
  const isOver = state === 'pending' && Date.parse(row.expires_at) <= parts.clock()
  return {
    id,
    state: isOver ? 'expired' : state,
    tool,
    pattern,
    ...toolFacts(parts.api, pattern),
    askedBy: { id: row.user_id, name: row.asker_name },
    token: { id: row.token_id, name: row.token_name },
    decidedBy: row.decided_by === null ? null : { id: row.decided_by, name: row.decider_name },
    reason: row.reason,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
    decidedAt: row.decided_at,
    endedAt: row.ended_at,
    status: row.status,
    error: row.error,
  }
}

function noApproval(): Problem {
  return new Problem('not_found', {
    detail: { en: 'Approval not found.', zh: '没有此编号的审批。' },
  })
}

const columns = [
  'a.id',
  'a.state',
  'a.tool',
  'a.pattern',
  'a.user_id',
  'a.token_id',
  'a.token_name',
  'a.decided_by',
  'a.reason',
  'a.requested_at',
  'a.expires_at',
  'a.decided_at',
  'a.ended_at',
  'a.status',
  'a.error',
  'asker.name as asker_name',
  'decider.name as decider_name',
] as const

function shown(db: Db, { tokenId, userId }: ApprovalView) {
  let query = db
    .selectFrom('mcp_approvals as a')
    .leftJoin('users as asker', 'asker.id', 'a.user_id')
    .leftJoin('users as decider', 'decider.id', 'a.decided_by')
    .select(columns)
  if (tokenId !== undefined) query = query.where('a.token_id', '=', tokenId)
  if (userId !== undefined) query = query.where('a.user_id', '=', userId)
  return query
}
