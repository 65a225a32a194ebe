/**
 * Requests an approval for a call. The call does not run here: once approved, a job sends it through all middleware of
 * an external call, with the rights that its token has at that time.
 */
import { randomUUID } from 'node:crypto'
import { Problem, Settings, type WorkspaceScope } from '@host/plugin'
import type { ApiCaller } from '@host/plugin/platform'
import { approvalLimits } from '../../shared/approvals.ts'
import type { ApprovalParts } from './approval-parts.ts'
import type { ApprovalReceipt, ApprovalRequest } from './approval-request.ts'
import { approvalSettings } from './approval-settings.ts'
import { askedBefore } from './asked-before.ts'
import { addApproval, type AddedApproval, type NewApproval } from './new-approval.ts'
import { sealText } from './sealed-texts.ts'

/** The scope of the agent's request. */
export type AskingScope = Pick<WorkspaceScope, 'request' | 'orgId' | 'userId'>

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
   * when 20 calls of the person wait or 200 were asked for today, `unprocessable` for a key with other arguments
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
    const added = await this.#add({ caller, ask, sealed, seal, tokenName, expiresAt })
    if (added === undefined) return (await this.#known(caller, ask)) ?? fail()
    const { receipt, isNew } = added
    if (!isNew) return receipt
    await this.#record(caller, ask, receipt)
    this.#parts.notifyPages(orgId)
    return receipt
  }

  #known(caller: ApiCaller, ask: ApprovalRequest): Promise<ApprovalReceipt | undefined> {
    return askedBefore(this.#parts, this.#db(caller), { caller, ask })
  }

  /** @returns undefined when a concurrent request used the same key */
  async #add(asked: NewApproval): Promise<AddedApproval | undefined> {
    const db = this.#db(asked.caller)
    for (let nth = 0; nth < mostTries; nth += 1) {
      const added = await addApproval(this.#parts, db, asked)
      if (added !== undefined) return added
      if ((await this.#known(asked.caller, asked.ask)) !== undefined) return undefined
    }
    throw new Problem('too_many_requests', { headers: { 'retry-after': '1' } })
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
    return this.#parts.ctx.db.inWorkspace(orgId, 'an agent call that needs approval')
  }
}

function fail(): never {
  throw new Problem('service_unavailable')
}

const tooLong = {
  detail: {
    en: 'A call that waits for approval has at most 64 kB of arguments, so that people can read them.',
    zh: '等待批准的调用参数最多 64 kB，以便审批人阅读。',
  },
}
