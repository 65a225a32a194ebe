import { randomInt } from 'node:crypto'
import { Problem, type ApiCaller, type ScopedDatabase } from '@host/plugin'
import { approvalLimits } from '../../shared/approvals.ts'
import { watchSoon } from './approval-jobs.ts'
import { approvalNotice } from './approval-notices.ts'
import type { ApprovalParts } from './approval-parts.ts'
import type { ApprovalReceipt, ApprovalRequest } from './approval-request.ts'
import type { Tables } from './models.ts'
import { toolFacts } from './tool-facts.ts'

/** A call that is to wait. */
export interface NewApproval {
  readonly caller: ApiCaller
  readonly ask: ApprovalRequest
  /** Its arguments. */
  readonly sealed: string
  /** What they are sealed for. */
  readonly seal: string
  readonly tokenName: string
  readonly expiresAt: string
}

/**
 * Lets a call wait, tells the admins and has it watched, all or nothing of it.
 * @returns undefined where its place, or its key, was taken meanwhile @throws Problem `too_many_requests`
 */
export async function addApproval(
  parts: ApprovalParts,
  db: ScopedDatabase<Tables>,
  asked: NewApproval,
): Promise<ApprovalReceipt | undefined> {
  const { caller, ask, tokenName, expiresAt } = asked
  const { orgId, tokenId } = caller
  return await db.transaction(async (tx) => {
    const taken = await tx
      .selectFrom('mcp_approvals')
      .select('slot')
      .where('token_id', '=', tokenId)
      .where('slot', 'is not', null)
      .execute()
    const row = await tx
      .insertInto('mcp_approvals')
      .values(rowOf(asked, { slot: freeSlot(taken.map(({ slot }) => slot)), now: parts.clock() }))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) return undefined
    const { title } = toolFacts(parts.api, ask.route.pattern)
    await parts.ctx.notify(approvalNotice({ orgId, id: row.id, tool: ask.tool, title, tokenName }))
    await watchSoon(parts.jobs)
    return { id: row.id, status: 'pending', expiresAt }
  })
}

function rowOf({ caller, ask, sealed, seal, tokenName, expiresAt }: NewApproval, { slot, now }: Placed) {
  return {
    user_id: caller.userId,
    token_id: caller.tokenId,
    token_stamp: caller.stamp,
    address: caller.address ?? null,
    token_name: tokenName,
    tool: ask.tool,
    pattern: ask.route.pattern,
    asked_key: ask.idempotencyKey ?? null,
    seal,
    input: sealed,
    slot,
    requested_at: new Date(now).toISOString(),
    expires_at: expiresAt,
  }
}

interface Placed {
  readonly slot: number
  readonly now: number
}

/** A free place at random, so that calls at once seldom want the same. @throws Problem `too_many_requests` */
function freeSlot(taken: readonly (number | null)[]): number {
  const used = new Set(taken)
  const free = Array.from({ length: approvalLimits.waiting }, (_, slot) => slot).filter((slot) => !used.has(slot))
  const slot = free[free.length === 0 ? 0 : randomInt(free.length)]
  if (slot === undefined) throw new Problem('too_many_requests', tooMany)
  return slot
}

const tooMany = {
  detail: {
    en: `${approvalLimits.waiting} calls of this token wait for an approval already.`,
    zh: `此令牌已有 ${approvalLimits.waiting} 个调用正在等待批准。`,
  },
  nextStep: {
    en: 'Wait until some are decided, or withdraw those that are not needed.',
    zh: '请等待部分调用处理完毕，或撤回不再需要的调用。',
  },
  headers: { 'retry-after': '3600' },
}
