import { limits, Problem, type ApiCaller, type Page, type Queries } from '@host/plugin'
import type { Approval, ApprovalState } from '../../shared/approvals.ts'
import type { ApprovalParts } from './approval-parts.ts'
import type { Tables } from './models.ts'
import { toolFacts } from './tool-facts.ts'

/** The approvals visible to a caller: those of the workspace, of one user, or of one token. */
export type ApprovalView = { readonly tokenId?: string; readonly userId?: string }

/** Which approvals. */
export interface ApprovalsRequest {
  readonly state?: ApprovalState | 'waiting' | 'decided' | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

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
export async function listedApprovals(
  parts: ApprovalParts,
  db: Db,
  { view, wanted }: { readonly view: ApprovalView; readonly wanted: ApprovalsRequest },
): Promise<Page<Approval>> {
  const { state, limit = limits.defaultPageSize, cursor } = wanted
  const now = new Date(parts.clock()).toISOString()
  let query = shown(db, view)
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) query = query.where('a.id', '<', cursor)
  if (state === 'waiting' || state === 'pending') {
    query = query.where('a.state', '=', 'pending').where('a.expires_at', '>', now)
  } else if (state === 'decided') {
    query = query.where((w) => w.or([w('a.state', '!=', 'pending'), w('a.expires_at', '<=', now)]))
  } else if (state === 'expired') {
    query = query.where((w) =>
      w.or([w('a.state', '=', 'expired'), w.and([w('a.state', '=', 'pending'), w('a.expires_at', '<=', now)])]),
    )
  } else if (state !== undefined) query = query.where('a.state', '=', state)
  const rows = await query.execute()
  const items = rows.slice(0, limit).map((row) => approvalOf(parts, row))
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
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
