import { Problem, type JobOutcome, type WorkspaceJobScope } from '@host/plugin'
import { interrupted } from '../../shared/approvals.ts'
import type { ApprovalParts } from './approval-parts.ts'
import { codeIn, storedAnswer, type StoredAnswer } from './stored-answer.ts'
import { eraseArguments } from './erase-arguments.ts'
import type { Tables } from './models.ts'
import { openText, sealText } from './sealed-texts.ts'
import { isRepeatable } from './tool-facts.ts'
import { callerOf } from './withdraw-approvals.ts'

type Scope = WorkspaceJobScope<Tables>
type Row = NonNullable<Awaited<ReturnType<typeof approvedRow>>>

/** How a call ended. */
interface Ending {
  readonly isDone: boolean
  readonly status: number | null
  readonly error: string | null
  readonly answer: StoredAnswer | null
}

/** A call that is made, and how far it has come. */
interface Attempt {
  readonly scope: Scope
  readonly row: Row
  /** Whether a failure undoes its effects. */
  readonly isSafe: boolean
  hasBegun: boolean
  /** The call was ended by another request. */
  isOver: boolean
}

const longestWait = 60_000
const shortestWait = 1_000

/**
 * Runs an approved call, once. A job that finds it running follows a process that died in the middle: a call undone by
 * the crash is repeated under the same key; for any other call the outcome is unknown, so it is never repeated. A call
 * rejected before it began is retried.
 */
export async function runApproval(
  parts: ApprovalParts,
  scope: Scope,
  { approvalId }: { readonly approvalId: string },
): Promise<JobOutcome | void> {
  const row = await approvedRow(scope.db, approvalId)
  if (row === undefined) return undefined
  const isSafe = isRepeatable(parts.api, row.pattern)
  const attempt: Attempt = { scope, row, isSafe, hasBegun: row.state === 'running', isOver: false }
  if (attempt.hasBegun && !isSafe) {
    return await end(parts, attempt, { isDone: false, status: null, error: interrupted, answer: null })
  }
  const answer = await call(parts, attempt)
  if (attempt.isOver) return undefined
  const turnedAway = isSafe || !attempt.hasBegun ? turnedAwayBy(answer) : undefined
  if (turnedAway === undefined || (turnedAway.isFault && scope.isLastAttempt)) {
    return await end(parts, attempt, await endingOf(answer))
  }
  await answer.body?.cancel()
  if (attempt.hasBegun) await putBack(scope.db, row.id)
  if (turnedAway.isFault) throw new Problem('service_unavailable')
  return scope.again(turnedAway.wait)
}

async function call({ ctx, calls }: ApprovalParts, attempt: Attempt): Promise<Response> {
  const { scope, row } = attempt
  const { orgId, signal } = scope
  const text = await openText(ctx, { orgId, seal: row.seal }, { field: 'input', text: row.input })
  const onBegin = async (): Promise<void> => {
    attempt.hasBegun = true
    attempt.isOver = !(await begin(scope.db, row))
    if (attempt.isOver) throw new Problem('conflict')
  }
  const idempotencyKey = `approval.${row.id}`
  const made = { pattern: row.pattern, input: JSON.parse(text) as unknown, idempotencyKey, signal, onBegin }
  return await calls.callAs(callerOf({ ...row, org_id: orgId }), made, row.decided_by ?? '')
}

/** Why a call did not come to an end: it has to wait for its turn, or something is away that will be there again. */
type TurnedAway = { readonly isFault: false; readonly wait: number } | { readonly isFault: true }

const unavailable = 503

/** @returns undefined for a call that was answered */
function turnedAwayBy({ status, headers }: Response): TurnedAway | undefined {
  if (status === unavailable) return { isFault: true }
  const isInFlight = status === 409 && headers.has('retry-after')
  if (status !== 429 && !isInFlight) return undefined
  const seconds = Number(headers.get('retry-after') ?? 0)
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : 0
  return { isFault: false, wait: Math.min(Math.max(wait, shortestWait), longestWait) }
}

async function endingOf(response: Response): Promise<Ending> {
  const answer = await storedAnswer(response)
  const isDone = response.status < 400
  return { isDone, status: response.status, error: isDone ? null : codeIn(answer), answer }
}

async function approvedRow(db: Scope['db'], id: string) {
  return await db
    .selectFrom('mcp_approvals')
    .select(['id', 'pattern', 'user_id', 'token_id', 'token_stamp', 'address', 'decided_by', 'seal', 'input', 'state'])
    .where('id', '=', id)
    .where('state', 'in', ['approved', 'running'])
    .executeTakeFirst()
}

/** Marks the call as begun. @returns false when it was begun or ended elsewhere */
async function begin(db: Scope['db'], { id, state }: Row): Promise<boolean> {
  const row = await db
    .updateTable('mcp_approvals')
    .set({ state: 'running' })
    .where('id', '=', id)
    .where('state', '=', state)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

async function putBack(db: Scope['db'], id: string): Promise<void> {
  await db
    .updateTable('mcp_approvals')
    .set({ state: 'approved' })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

async function end(parts: ApprovalParts, attempt: Attempt, ending: Ending): Promise<void> {
  const { ctx, clock, notifyPages } = parts
  const { scope, row, hasBegun } = attempt
  const { isDone, status, error, answer } = ending
  const of = { orgId: scope.orgId, seal: row.seal }
  const sealed = answer === null ? null : await sealText(ctx, of, { field: 'answer', text: JSON.stringify(answer) })
  await scope.db
    .updateTable('mcp_approvals')
    .set({
      state: isDone ? 'done' : 'failed',
      status,
      error,
      answer: sealed,
      ended_at: new Date(clock()).toISOString(),
    })
    .where('id', '=', row.id)
    .where('state', '=', hasBegun ? 'running' : row.state)
    .execute()
  await eraseArguments(parts, scope.db, { orgId: scope.orgId, id: row.id })
  notifyPages(scope.orgId)
}
