import type { JobOutcome, WorkspaceJobScope } from '@host/plugin'
import { interrupted } from '../../shared/approvals.ts'
import type { ApprovalParts } from './approval-parts.ts'
import { keptAnswer, type KeptAnswer } from './kept-answer.ts'
import type { Tables } from './models.ts'
import { openText, sealText } from './sealed-texts.ts'
import { isRepeatable } from './tool-facts.ts'

type Scope = WorkspaceJobScope<Tables>
type Row = NonNullable<Awaited<ReturnType<typeof begin>>>

/** How a call ended. */
interface Ending {
  readonly isDone: boolean
  readonly status: number | null
  readonly error: string | null
  readonly answer: KeptAnswer | null
}

const longestWait = 60_000
const shortestWait = 1_000

/**
 * Runs a call that was approved, once. Who finds it running comes after a process that died in the middle: what is undone
 * by that is called again under the same key, and of anything else nobody knows, so that it is never called twice.
 */
export async function runApproval(
  parts: ApprovalParts,
  scope: Scope,
  { approvalId }: { readonly approvalId: string },
): Promise<JobOutcome | void> {
  const begun = await begin(scope.db, approvalId)
  const row = begun ?? (await interruptedRow(scope.db, approvalId))
  if (row === undefined) return undefined
  if (begun === undefined && !isRepeatable(parts.api, row.pattern)) {
    return await end(parts, { scope, row, ending: { isDone: false, status: null, error: interrupted, answer: null } })
  }
  const answer = await call(parts, scope, row)
  const wait = waitOf(answer)
  if (wait !== undefined) {
    await answer.body?.cancel()
    await putBack(scope.db, row.id)
    return scope.again(wait)
  }
  return await end(parts, { scope, row, ending: await endingOf(answer) })
}

async function call({ ctx, calls }: ApprovalParts, scope: Scope, row: Row): Promise<Response> {
  const { orgId, signal } = scope
  const text = await openText(ctx, { orgId, seal: row.seal }, { field: 'input', text: row.input })
  const caller = { orgId, userId: row.user_id, tokenId: row.token_id, stamp: row.token_stamp }
  const made = {
    pattern: row.pattern,
    input: JSON.parse(text) as unknown,
    idempotencyKey: `approval.${row.id}`,
    signal,
  }
  return await calls.callAs(caller, made, row.decided_by ?? '')
}

const problemType = 'application/problem+json'

/** How long to wait with a call that was turned away before it began; undefined for one that was answered. */
function waitOf({ status, headers }: Response): number | undefined {
  const isInFlight = status === 409 && headers.has('retry-after')
  if (status !== 429 && !isInFlight) return undefined
  const seconds = Number(headers.get('retry-after') ?? 0)
  return Math.min(Math.max(Number.isFinite(seconds) ? seconds * 1_000 : 0, shortestWait), longestWait)
}

async function endingOf(response: Response): Promise<Ending> {
  const answer = await keptAnswer(response)
  const isDone = response.status < 400
  return { isDone, status: response.status, error: isDone ? null : codeOf(answer), answer }
}

function codeOf({ type, body }: KeptAnswer): string | null {
  if (!type.startsWith(problemType)) return null
  try {
    const { code } = JSON.parse(body) as { readonly code?: unknown }
    return typeof code === 'string' ? code.slice(0, 60) : null
  } catch {
    return null
  }
}

const callColumns = ['id', 'pattern', 'user_id', 'token_id', 'token_stamp', 'decided_by', 'seal', 'input'] as const

/** Lets the call begin. @returns undefined for one that does not wait for its turn */
async function begin(db: Scope['db'], id: string) {
  return await db
    .updateTable('mcp_approvals')
    .set({ state: 'running' })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .returning(callColumns)
    .executeTakeFirst()
}

async function interruptedRow(db: Scope['db'], id: string) {
  return await db
    .selectFrom('mcp_approvals')
    .select(callColumns)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
}

async function putBack(db: Scope['db'], id: string): Promise<void> {
  await db
    .updateTable('mcp_approvals')
    .set({ state: 'approved' })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

async function end(
  { ctx, clock, tell }: ApprovalParts,
  { scope, row, ending }: { readonly scope: Scope; readonly row: Row; readonly ending: Ending },
): Promise<void> {
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
    .where('state', '=', 'running')
    .execute()
  tell(scope.orgId)
}
