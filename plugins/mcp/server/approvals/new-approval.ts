import { randomInt } from 'node:crypto'
import { Problem, type Queries, type ScopedDatabase } from '@host/plugin'
import type { ApiCaller } from '@host/plugin/platform'
import { approvalLimits } from '../../shared/approvals.ts'
import { watchSoon } from './approval-jobs.ts'
import { approvalNotification, moreNotification } from './approval-notifications.ts'
import type { ApprovalParts } from './approval-parts.ts'
import type { ApprovalReceipt, ApprovalRequest } from './approval-request.ts'
import { hasArguments } from './asked-call.ts'
import { countAsked, lockAsker, type Asking } from './lock-asker.ts'
import type { Tables } from './models.ts'
import { toolFacts } from './tool-facts.ts'

/** A call that is to wait. */
export interface NewApproval {
  readonly caller: ApiCaller
  readonly ask: ApprovalRequest
  /** Its arguments. */
  readonly sealed: string
  /** The row that the arguments are sealed for. */
  readonly seal: string
  readonly tokenName: string
  readonly expiresAt: string
}

/** A call that waits, and whether it was added now. */
export interface AddedApproval {
  readonly receipt: ApprovalReceipt
  readonly isNew: boolean
}

/** How many calls of a person a day have a notification of their own. */
const notificationsOfDay = 10
/** Places of one token; expired calls keep theirs until they are swept. */
const placesOfToken = 100

/**
 * Adds a call, notifies the admins and has it watched, all or nothing of it. The same call of the same token that waits
 * already is the same approval.
 * @returns undefined where its place, or its key, was taken meanwhile @throws Problem `too_many_requests`
 */
export async function addApproval(
  parts: ApprovalParts,
  db: ScopedDatabase<Tables>,
  asked: NewApproval,
): Promise<AddedApproval | undefined> {
  const { caller, ask, tokenName, expiresAt } = asked
  const { orgId, tokenId } = caller
  return await db.transaction(async (tx) => {
    const asking = { userId: caller.userId, now: parts.clock() }
    const askedToday = await lockAsker(tx, asking)
    const waiting = await waitingOf(tx, asking)
    const same = await sameCall(parts, waiting, asked)
    if (same !== undefined) return { receipt: receiptOf(same), isNew: false }
    if (waiting.length >= approvalLimits.waiting) throw new Problem('too_many_requests', tooMany)
    await countAsked(tx, asking, askedToday)
    const slots = waiting.filter((each) => each.token_id === tokenId).map(({ slot }) => slot)
    const row = await tx
      .insertInto('mcp_approvals')
      .values(rowOf(asked, { slot: freeSlot(slots), now: asking.now }))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) return undefined
    const { title, isDestructive } = toolFacts(parts.api, ask.route.pattern)
    const isAlone = waiting.length === 0 && askedToday < notificationsOfDay
    const call = { orgId, id: row.id, tool: ask.tool, title, isDestructive, tokenName }
    await parts.ctx.notify(
      isAlone ? approvalNotification(call) : moreNotification({ orgId, userId: caller.userId, tokenName }),
    )
    await watchSoon(parts.jobs)
    return { receipt: { id: row.id, status: 'pending', expiresAt }, isNew: true }
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

function receiptOf({ id, expires_at: expiresAt }: Waiting): ApprovalReceipt {
  return { id, status: 'pending', expiresAt }
}

type Waiting = Awaited<ReturnType<typeof waitingOf>>[number]

/** The calls of a person that can still be decided. */
async function waitingOf(db: Queries<Tables>, { userId, now }: Asking) {
  return await db
    .selectFrom('mcp_approvals')
    .select(['id', 'token_id', 'pattern', 'seal', 'input', 'erased_at', 'slot', 'expires_at'])
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', new Date(now).toISOString())
    .execute()
}

/** The call of the same token that waits already with the same arguments. */
async function sameCall(
  parts: ApprovalParts,
  waiting: readonly Waiting[],
  { caller: { orgId, tokenId }, ask: { route, input } }: NewApproval,
): Promise<Waiting | undefined> {
  for (const row of waiting) {
    if (row.token_id !== tokenId || row.pattern !== route.pattern) continue
    if (await hasArguments(parts, { ...row, orgId }, input)) return row
  }
  return undefined
}

/** A free place. Those of calls that were asked from an older host count as well. @throws Problem `too_many_requests` */
function freeSlot(taken: readonly (number | null)[]): number {
  const used = new Set(taken)
  const free = Array.from({ length: placesOfToken }, (_, slot) => slot).filter((slot) => !used.has(slot))
  const slot = free[free.length === 0 ? 0 : randomInt(free.length)]
  if (slot === undefined) throw new Problem('too_many_requests', tooMany)
  return slot
}

const tooMany = {
  detail: {
    en: `${approvalLimits.waiting} of your calls are waiting for approval, which is the limit.`,
    zh: `您已有 ${approvalLimits.waiting} 个调用正在等待批准，达到上限。`,
  },
  nextStep: {
    en: 'Wait until some are decided, or withdraw those that are not needed.',
    zh: '请等待部分调用处理完毕，或撤回不再需要的调用。',
  },
  headers: { 'retry-after': '3600' },
}
