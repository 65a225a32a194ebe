/**
 * Asks for somebody's word about a call. Nothing of it runs here: what an admin lets run, a job calls through every room
 * that a call from outside passes, with the rights that its token has then.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { Problem, Settings, type ApiCaller, type ApiRoute, type WorkspaceScope } from '@host/plugin'
import { approvalLimits, type ApprovalState } from '../../shared/approvals.ts'
import { approvalNotice } from './approval-notices.ts'
import type { ApprovalParts } from './approval-parts.ts'
import { approvalSettings } from './approval-settings.ts'
import { openText, sealText } from './sealed-texts.ts'
import { toolFacts } from './tool-facts.ts'

/** Who asks: the scope of the request that an agent has sent. */
export type AskingScope = Pick<WorkspaceScope, 'request' | 'orgId' | 'userId'>

/** The call that waits. It has passed a dry run: what the route refuses is refused without asking anybody. */
export interface ApprovalRequest {
  readonly route: Pick<ApiRoute, 'pattern'>
  /** As agents call it, such as `notes_delete_note`. */
  readonly tool: string
  /** Wildcards and input as one object. */
  readonly input: unknown
  /** A repeat with the same key is the same approval; one with other arguments is refused. */
  readonly idempotencyKey?: string | undefined
}

/** How it stands. */
export interface ApprovalReceipt {
  readonly id: string
  readonly status: ApprovalState
  readonly expiresAt: string
}

interface NewRow {
  readonly caller: ApiCaller
  readonly ask: ApprovalRequest
  readonly text: string
  readonly sealed: string
  readonly seal: string
  readonly tokenName: string
  readonly expiresAt: string
}

const day = 24 * 60 * 60 * 1000
const mostTries = 5

export class Approvals {
  readonly #parts: ApprovalParts

  constructor(parts: ApprovalParts) {
    this.#parts = parts
  }

  /**
   * Asks the admins of the workspace.
   * @throws Problem `unauthenticated` without an API token, `body_too_large` over 64 kB of arguments, `too_many_requests`
   * when 100 calls of the token wait, `unprocessable` for a key with other arguments
   */
  async request({ request, orgId }: AskingScope, ask: ApprovalRequest): Promise<ApprovalReceipt> {
    const { calls, ctx } = this.#parts
    const caller = calls.callerOf(request)
    if (caller === undefined || caller.orgId !== orgId) throw new Problem('unauthenticated')
    const known = await this.#known(caller, ask)
    if (known !== undefined) return known
    const text = JSON.stringify(ask.input ?? {})
    if (Buffer.byteLength(text) > approvalLimits.input) throw new Problem('body_too_large', tooLong)
    const seal = randomUUID()
    const sealed = await sealText(ctx, { orgId, seal }, { field: 'input', text })
    const [tokenName, expiresAt] = await Promise.all([this.#tokenName(caller), this.#expiry(orgId)])
    const receipt = await this.#insert({ caller, ask, text, sealed, seal, tokenName, expiresAt })
    if (receipt === undefined) return (await this.#known(caller, ask)) ?? fail()
    await this.#record(caller, ask, receipt)
    this.#parts.tell(orgId)
    return receipt
  }

  /** What the same key has asked before. @throws Problem `unprocessable` for another call */
  async #known(caller: ApiCaller, { idempotencyKey, route, input }: ApprovalRequest) {
    if (idempotencyKey === undefined) return undefined
    const row = await this.#db(caller)
      .selectFrom('mcp_approvals')
      .select(['id', 'state', 'expires_at', 'pattern', 'seal', 'input'])
      .where('token_id', '=', caller.tokenId)
      .where('asked_key', '=', idempotencyKey)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const { orgId } = caller
    const asked = await openText(this.#parts.ctx, { orgId, seal: row.seal }, { field: 'input', text: row.input })
    const isSame = row.pattern === route.pattern && isDeepStrictEqual(JSON.parse(asked), plain(input))
    if (!isSame) throw new Problem('unprocessable', otherCall)
    return { id: row.id, status: row.state, expiresAt: row.expires_at }
  }

  /** @returns undefined when somebody was quicker with the same key */
  async #insert(row: NewRow): Promise<ApprovalReceipt | undefined> {
    for (let nth = 0; nth < mostTries; nth += 1) {
      const receipt = await this.#tryInsert(row)
      if (receipt !== undefined) return receipt
      if ((await this.#known(row.caller, row.ask)) !== undefined) return undefined
    }
    throw new Problem('too_many_requests', { headers: { 'retry-after': '1' } })
  }

  async #tryInsert({ caller, ask, sealed, seal, tokenName, expiresAt }: NewRow): Promise<ApprovalReceipt | undefined> {
    const { ctx, clock, api } = this.#parts
    const { orgId, userId, tokenId, stamp } = caller
    return await this.#db(caller).transaction(async (db) => {
      const taken = await db
        .selectFrom('mcp_approvals')
        .select('slot')
        .where('token_id', '=', tokenId)
        .where('slot', 'is not', null)
        .execute()
      const slot = freeSlot(taken.map((row) => row.slot))
      const row = await db
        .insertInto('mcp_approvals')
        .values({
          user_id: userId,
          token_id: tokenId,
          token_stamp: stamp,
          token_name: tokenName,
          tool: ask.tool,
          pattern: ask.route.pattern,
          asked_key: ask.idempotencyKey ?? null,
          seal,
          input: sealed,
          slot,
          requested_at: new Date(clock()).toISOString(),
          expires_at: expiresAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { title } = toolFacts(api, ask.route.pattern)
      await ctx.notify(approvalNotice({ orgId, id: row.id, tool: ask.tool, title, tokenName }))
      return { id: row.id, status: 'pending', expiresAt }
    })
  }

  async #record(caller: ApiCaller, ask: ApprovalRequest, { id }: ApprovalReceipt): Promise<void> {
    await this.#parts.ctx.audit.record({
      orgId: caller.orgId,
      actor: { kind: 'agent', id: caller.userId },
      action: 'approval.requested',
      target: `approval:${id}`,
      after: { tool: ask.tool, endpoint: ask.route.pattern },
    })
  }

  async #tokenName(caller: ApiCaller): Promise<string> {
    const query = this.#db(caller).selectFrom('api_tokens').select('name').where('id', '=', caller.tokenId)
    return (await query.executeTakeFirst())?.name ?? ''
  }

  async #expiry(orgId: string): Promise<string> {
    const { approvalDays } = (await this.#parts.ctx.lookup(Settings)?.workspace(approvalSettings, orgId)) ?? {
      approvalDays: 7,
    }
    return new Date(this.#parts.clock() + approvalDays * day).toISOString()
  }

  #db({ orgId }: ApiCaller) {
    return this.#parts.ctx.db.inWorkspace(orgId, 'a call of an agent that needs an approval')
  }
}

/** A free place at random, so that calls at once seldom want the same. @throws Problem `too_many_requests` */
function freeSlot(taken: readonly (number | null)[]): number {
  const used = new Set(taken)
  const free = Array.from({ length: approvalLimits.waiting }, (_, slot) => slot).filter((slot) => !used.has(slot))
  const slot = free[free.length === 0 ? 0 : randomInt(free.length)]
  if (slot === undefined) throw new Problem('too_many_requests', tooMany)
  return slot
}

/** As it comes back from JSON. */
function plain(input: unknown): unknown {
  return JSON.parse(JSON.stringify(input ?? {})) as unknown
}

function fail(): never {
  throw new Problem('service_unavailable')
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

const tooLong = {
  detail: {
    en: 'What waits for an approval has at most 64 kB of arguments, so that somebody can read them.',
    zh: '等待批准的调用参数最多 64 kB，以便审批人阅读。',
  },
}

const otherCall = {
  detail: {
    en: 'This idempotency key has asked for another call already.',
    zh: '此幂等键已用于另一个调用。',
  },
}
